const kilo = 1024

/** `640 KB`, `1.8 MB` */
export function bytesText(bytes: number): string {
  if (bytes < kilo) return `${bytes} bytes`
  if (bytes < kilo * kilo) return `${Math.round(bytes / kilo)} KB`
  return `${(bytes / kilo / kilo).toFixed(1)} MB`
}
