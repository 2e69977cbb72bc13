/** A Word file with a name in every place where Word writes one. */
import { aZip, type ZipEntry } from './documents.ts'
import { planted } from './planted-pictures.ts'

type WordAt = (place: string) => string

const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const kinds = 'application/vnd.openxmlformats-officedocument'
const spaces = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}/relationships" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:a="${drawing}/main" xmlns:c="${drawing}/chart" xmlns:wp="${drawing}/wordprocessingDrawing" xmlns:pic="${drawing}/picture" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"`

const part = (name: string, xml: string): ZipEntry => ({ name, bytes: Buffer.from(`<?xml version="1.0"?>${xml}`) })

type Relation = [id: string, kind: string, target: string, isOutside?: boolean]
const relationsOf = (name: string, all: Relation[]): ZipEntry =>
  part(
    name,
    `<Relationships xmlns="${packages}/relationships">${all.map(([id, kind, target, isOutside]) => `<Relationship Id="${id}" Type="${office}/relationships/${kind}" Target="${target}"${isOutside ? ' TargetMode="External"' : ''}/>`).join('')}</Relationships>`,
  )

/** What Word keeps about how a text looks: captions, languages, fonts, styles, and drawings of old. */
function looksOf(wordAt: WordAt): string {
  const attribute = (place: string, name: string) => `${name}="${wordAt(place)}"`
  const shape = [
    'id',
    'alt',
    'title',
    'href',
    'target',
    'class',
    'o:spid',
    'o:gfxdata',
    'adj',
    'path',
    'equationxml',
    'type',
  ]
  const said = shape.map((name) => attribute(`shape of old: ${name}`, name))
  const run = ['ascii', 'hAnsi', 'cs', 'eastAsia', 'asciiTheme', 'hint'].map((name) =>
    attribute(`font for ${name}`, `w:${name}`),
  )
  return `<w:tbl><w:tblPr><w:tblStyle w:val="${wordAt('style of a table')}"/><w:tblCaption w:val="${wordAt('caption of a table')}"/><w:tblDescription w:val="${wordAt('description of a table')}"/></w:tblPr>
    <w:tr><w:tc><w:p><w:pPr><w:pStyle w:val="${wordAt('style of a paragraph')}"/><w:jc w:val="${wordAt('alignment')}"/><w:divId w:val="${wordAt('division')}"/></w:pPr>
    <w:r><w:rPr><w:rStyle w:val="${wordAt('style of a run')}"/><w:rFonts ${run.join(' ')}/><w:lang ${['val', 'eastAsia', 'bidi'].map((name) => attribute(`language: ${name}`, `w:${name}`)).join(' ')}/>
    <w:u w:val="single" w:color="${wordAt('colour')}"/><w:eastAsianLayout w:combine="${wordAt('layout')}"/></w:rPr><w:sym w:font="${wordAt('font of a sign')}" w:char="F0B7"/></w:r></w:p></w:tc></w:tr></w:tbl>
    <w:p w:${wordAt('attribute nobody knows')}="1"><w:r><w:pict><v:shape ${said.join(' ')} style="width:9pt;font-family:${wordAt('style of a shape')}"><v:textpath string="${wordAt('watermark')}" style="font-family:${wordAt('font of a watermark')}"/>
    <v:fill title="${wordAt('title of a fill')}" type="${wordAt('kind of a fill')}"/><v:formulas><v:f eqn="${wordAt('formula of a shape')}"/></v:formulas></v:shape></w:pict>
    <w:drawing><wp:inline><wp:docPr id="7" name="x" title="${wordAt('title of a drawing')}"/><a:graphic><a:graphicData uri="${wordAt('kind of a drawing')}"/></a:graphic></wp:inline></w:drawing></w:r></w:p>
    <w:sdt><w:sdtPr><w:tag w:val="${wordAt('tag of a control')}"/><w:placeholder><w:docPart w:val="${wordAt('placeholder')}"/></w:placeholder></w:sdtPr><w:sdtContent/></w:sdt>
    <w:customXml w:uri="${wordAt('address of custom xml')}" w:element="${wordAt('element of custom xml')}"/><w:smartTag w:element="${wordAt('smart tag')}"/><w:${wordAt('element nobody knows')}/>
    <my:note xmlns:my="urn:${wordAt('address of a space')}">${wordAt('text of a space')}</my:note>${wordAt('text beside the paragraphs')}`
}

function stylesOf(wordAt: WordAt): string {
  return `<w:styles ${spaces}><w:latentStyles><w:lsdException w:name="${wordAt('style that is not used')}"/></w:latentStyles>
    <w:style w:type="paragraph" w:styleId="${wordAt('id of a style')}"><w:name w:val="${wordAt('name of a style')}"/><w:aliases w:val="${wordAt('other name of a style')}"/><w:basedOn w:val="${wordAt('style below')}"/>
    <w:next w:val="${wordAt('style that follows')}"/><w:link w:val="${wordAt('style beside')}"/><w:rPr><w:rFonts w:ascii="${wordAt('font of a style')}"/><w:lang w:val="${wordAt('language of a style')}"/></w:rPr></w:style></w:styles>`
}

function numberingOf(wordAt: WordAt): string {
  return `<w:numbering ${spaces}><w:abstractNum w:abstractNumId="0"><w:nsid w:val="${wordAt('id of a list')}"/><w:tmpl w:val="${wordAt('template of a list')}"/><w:name w:val="${wordAt('name of a list')}"/>
    <w:styleLink w:val="${wordAt('style of a list')}"/><w:lvl w:ilvl="0" w:tplc="${wordAt('template of a level')}"><w:numFmt w:val="custom" w:format="${wordAt('format of a number')}"/><w:lvlText w:val="${wordAt('text of a list')} %1"/>
    <w:pStyle w:val="${wordAt('style of a level')}"/></w:lvl></w:abstractNum></w:numbering>`
}

function themeOf(wordAt: WordAt): string {
  return `<a:theme ${spaces} name="${wordAt('name of a theme')}"><a:themeElements><a:clrScheme name="${wordAt('colours of a theme')}"/><a:fontScheme name="${wordAt('fonts of a theme')}"><a:majorFont><a:latin typeface="${wordAt('font of a theme')}"/>
    <a:font script="${wordAt('script of a theme')}" typeface="${wordAt('font of a script')}"/></a:majorFont></a:fontScheme></a:themeElements><a:custClrLst><a:custClr name="${wordAt('colour of a theme')}"/></a:custClrLst></a:theme>`
}

/** The text says `A study of sepsis`, in two runs with a change between them. */
function documentOf(wordAt: WordAt): string {
  const run = (text: string) => `<w:r w:rsidR="00AB12CD"><w:t>${text}</w:t></w:r>`
  const who = (place: string) => `w:id="1" w:author="${wordAt(place)}" w:date="2026-11-17T10:00:00Z"`
  return `<w:document ${spaces}><!-- ${wordAt('remark in the xml')} --><w:body>
    <w:p w:rsidR="00AB12CD" w14:paraId="1A2B3C4D"><w:pPr><w:pPrChange ${who('changed paragraph')}><w:pPr/></w:pPrChange></w:pPr>${run('A stu')}<w:ins ${who('who added')}>${run('dy of sepsis')}</w:ins>
    <w:del ${who('who deleted')}><w:r><w:delText>${wordAt('deleted text')}</w:delText></w:r></w:del><w:moveFrom ${who('who moved')}>${run(wordAt('moved text'))}</w:moveFrom>
    <w:commentRangeStart w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:bookmarkStart w:id="3" w:name="${wordAt('bookmark')}"/><w:permStart w:id="9" w:ed="${wordAt('who may edit')}"/></w:p>
    <w:p><w:hyperlink r:id="rId9">${run('A link')}</w:hyperlink><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>INCLUDETEXT "C:\\\\Users\\\\${wordAt('field')}"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>
    <w:sdt><w:sdtPr><w:alias w:val="${wordAt('name of a control')}"/><w:dataBinding w:xpath="${wordAt('binding')}"/></w:sdtPr><w:sdtContent><w:p>${run('In a control')}</w:p></w:sdtContent></w:sdt>
    <w:p><w:r><w:drawing><wp:docPr id="1" name="${wordAt('name of a drawing')}" descr="${wordAt('words for a drawing')}"/><pic:cNvPr id="2" name="${wordAt('name of a file')}"><a:hlinkClick r:id="rId9"/></pic:cNvPr><a:blip r:embed="rId5" r:link="rId10"><a:extLst><a:ext uri="${wordAt('extension')}"/></a:extLst></a:blip></w:drawing></w:r>
    <w:r><w:object><v:shape alt="${wordAt('words for an object')}"><v:imagedata r:id="rId5" o:title="${wordAt('title of a picture')}"/></v:shape><o:OLEObject ProgID="${wordAt('program of an object')}" r:id="rId11"/></w:object></w:r>
    <w:r><c:chart r:id="rId12"/></w:r></w:p>${looksOf(wordAt)}<w:sectPr><w:headerReference r:id="rId4"/></w:sectPr></w:body></w:document>`
}

function typesOfParts(): string {
  const override = (name: string, kind: string) => `<Override PartName="/${name}" ContentType="${kind}"/>`
  return [
    ['word/document.xml', `${kinds}.wordprocessingml.document.main+xml`],
    ['word/settings.xml', `${kinds}.wordprocessingml.settings+xml`],
    ['word/comments.xml', `${kinds}.wordprocessingml.comments+xml`],
    ['word/header1.xml', `${kinds}.wordprocessingml.header+xml`],
    ['word/charts/chart1.xml', `${kinds}.drawingml.chart+xml`],
    ['word/styles.xml', `${kinds}.wordprocessingml.styles+xml`],
    ['word/numbering.xml', `${kinds}.wordprocessingml.numbering+xml`],
    ['word/fontTable.xml', `${kinds}.wordprocessingml.fontTable+xml`],
    ['word/theme/theme1.xml', `${kinds}.theme+xml`],
    ['word/people.xml', `${kinds}.wordprocessingml.people+xml`],
    ['docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ]
    .map(([name = '', kind = '']) => override(name, kind))
    .join('')
}

const partsOfLooks = (wordAt: WordAt): ZipEntry[] => [
  part('word/styles.xml', stylesOf(wordAt)),
  part('word/numbering.xml', numberingOf(wordAt)),
  part('word/theme/theme1.xml', themeOf(wordAt)),
  part(
    'word/fontTable.xml',
    `<w:fonts ${spaces}><w:font w:name="${wordAt('font in the table')}"><w:altName w:val="${wordAt('other name of a font')}"/></w:font></w:fonts>`,
  ),
]

export async function plantedDocx(wordAt: WordAt): Promise<Buffer> {
  return aZip([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/>${typesOfParts()}</Types>`,
    ),
    relationsOf('_rels/.rels', [
      ['rId1', 'officeDocument', 'word/document.xml'],
      ['rId2', 'metadata/core-properties', 'docProps/core.xml'],
      ['rId3', 'thumbnail', 'docProps/thumbnail.jpeg'],
    ]),
    part('word/document.xml', documentOf(wordAt)),
    relationsOf('word/_rels/document.xml.rels', [
      ['rId1', 'settings', 'settings.xml'],
      ['rId2', 'comments', 'comments.xml'],
      ['rId3', 'people', 'people.xml'],
      ['rId4', 'header', 'header1.xml'],
      ['rId5', 'image', `media/${wordAt('name of a part')}.jpeg`],
      ['rId6', 'customXml', '../customXml/item1.xml'],
      ['rId9', 'hyperlink', `mailto:${wordAt('link')}@example.edu`, true],
      ['rId10', 'image', `file:///C:/Users/${wordAt('linked picture')}/a.png`, true],
      ['rId11', 'oleObject', 'embeddings/object1.bin'],
      ['rId12', 'chart', 'charts/chart1.xml'],
      ['rId13', 'styles', 'styles.xml'],
      ['rId14', 'numbering', 'numbering.xml'],
      ['rId15', 'fontTable', 'fontTable.xml'],
      ['rId16', 'theme', 'theme/theme1.xml'],
      [wordAt('id of a relation'), 'image', 'media/none.png'],
    ]),
    part(
      'word/settings.xml',
      `<w:settings ${spaces}><w:attachedTemplate r:id="rId1"/><w:rsids><w:rsidRoot w:val="00AB12CD"/></w:rsids><w:docVars><w:docVar w:name="who" w:val="${wordAt('variable')}"/></w:docVars><w:defaultTabStop w:val="720"/></w:settings>`,
    ),
    relationsOf('word/_rels/settings.xml.rels', [
      ['rId1', 'attachedTemplate', `file:///C:/Users/${wordAt('template')}/t.dotx`, true],
    ]),
    part(
      'word/comments.xml',
      `<w:comments ${spaces}><w:comment w:author="${wordAt('who remarked')}"><w:p><w:r><w:t>${wordAt('remark')}</w:t></w:r></w:p></w:comment></w:comments>`,
    ),
    ...partsOfLooks(wordAt),
    part('word/people.xml', `<w:people ${spaces}><w:person w:author="${wordAt('people')}"/></w:people>`),
    part(
      'word/header1.xml',
      `<w:hdr ${spaces}><w:p><w:r><w:t>A header</w:t></w:r><w:ins w:author="${wordAt('change in a header')}"/></w:p></w:hdr>`,
    ),
    part(
      'word/charts/chart1.xml',
      `<c:chartSpace ${spaces}><c:chart><c:f>'[${wordAt('file of a chart')}.xlsx]Sheet1'!A1</c:f><c:v>42</c:v><c:formatCode>${wordAt('format of figures')}</c:formatCode></c:chart><c:lang val="${wordAt('language of a chart')}"/><c:externalData r:id="rId1"/></c:chartSpace>`,
    ),
    relationsOf('word/charts/_rels/chart1.xml.rels', [['rId1', 'package', '../embeddings/a.xlsx']]),
    part(
      'docProps/core.xml',
      `<cp:coreProperties><dc:creator>${wordAt('creator')}</dc:creator><cp:lastModifiedBy>${wordAt('last modified by')}</cp:lastModifiedBy></cp:coreProperties>`,
    ),
    part(
      'docProps/app.xml',
      `<Properties><Company>${wordAt('company')}</Company><Manager>${wordAt('manager')}</Manager></Properties>`,
    ),
    part(
      'docProps/custom.xml',
      `<Properties><property name="Author">${wordAt('custom property')}</property></Properties>`,
    ),
    part('customXml/item1.xml', `<root>${wordAt('custom xml')}</root>`),
    { name: 'docProps/thumbnail.jpeg', bytes: Buffer.from(wordAt('thumbnail')) },
    { name: `word/media/${wordAt('name of a part')}.jpeg`, bytes: await planted.jpeg(wordAt) },
    { name: 'word/embeddings/object1.bin', bytes: Buffer.from(wordAt('object')) },
    { name: 'word/embeddings/a.xlsx', bytes: aZip([part('docProps/core.xml', wordAt('spreadsheet in it'))]) },
  ])
}
