/** The HTML document of the console: the same shell for every address. */
import type { ConsoleAssets } from '#contract/console-pages.ts'
import type { SiteContent } from '#contract/events/site.ts'
import { escapeText } from '#web/document.ts'

type Site = Pick<SiteContent['site'], 'product' | 'departmentLogo' | 'college' | 'address' | 'collegeLogo'>

export function consoleDocument(site: Site, { boot, script, style }: ConsoleAssets): string {
  const { product, departmentLogo, college, address, collegeLogo } = site
  const logo = escapeText(departmentLogo)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeText(`Console · ${product}`)}</title>`,
    '<meta name="robots" content="noindex,nofollow">',
    '<meta name="theme-color" content="#fff" media="(prefers-color-scheme:light)">',
    '<meta name="theme-color" content="#142023" media="(prefers-color-scheme:dark)">',
    `<link rel="icon" href="${logo}">`,
    style && `<link rel="stylesheet" href="${style}">`,
    `<script>${boot}</script>`,
    `<script type="module" src="${script}"></script>`,
    `</head><body><div id="console" data-product="${escapeText(product)}" data-logo="${logo}"`,
    ` data-college="${escapeText(college)}" data-address="${escapeText(address)}" data-college-logo="${escapeText(collegeLogo)}"></div>`,
    '<noscript><p>The console needs JavaScript. Please switch it on and load the page again.</p></noscript>',
    '</body></html>',
  ].join('')
}
