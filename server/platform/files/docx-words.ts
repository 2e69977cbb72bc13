/** The words that a Word file may say of how it looks: every other value in its XML was chosen by a person or a program, and may name one. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** With the same prefix in every copy: a prefix may be a name too. */
const namespaces: Record<string, string> = {
  w: 'wordprocessingml/2006/main',
  r: 'officeDocument/2006/relationships',
  a: 'drawingml/2006/main',
  wp: 'drawingml/2006/wordprocessingDrawing',
  pic: 'drawingml/2006/picture',
  c: 'drawingml/2006/chart',
  m: 'officeDocument/2006/math',
}
const strict: Record<string, string> = {
  w: 'wordprocessingml/main',
  r: 'officeDocument/relationships',
  a: 'drawingml/main',
  wp: 'drawingml/wordprocessingDrawing',
  pic: 'drawingml/picture',
  c: 'drawingml/chart',
  m: 'officeDocument/math',
}
const others: Record<string, string> = {
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  w10: 'urn:schemas-microsoft-com:office:word',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  w15: 'http://schemas.microsoft.com/office/word/2012/wordml',
  wp14: 'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  wpc: 'http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas',
  a14: 'http://schemas.microsoft.com/office/drawing/2010/main',
  c14: 'http://schemas.microsoft.com/office/drawing/2007/8/2/chart',
}
/** By address, the prefix that a copy uses. */
export const prefixOf: ReadonlyMap<string, string> = new Map([
  ...Object.entries(namespaces).map(
    ([prefix, end]) => [`http://schemas.openxmlformats.org/${end}`, prefix] as [string, string],
  ),
  ...Object.entries(strict).map(([prefix, end]) => [`http://purl.oclc.org/ooxml/${end}`, prefix] as [string, string]),
  ...Object.entries(others).map(([prefix, address]) => [address, prefix] as [string, string]),
])
export const knownPrefixes: ReadonlySet<string> = new Set(prefixOf.values())

/** What may be drawn in a frame. */
export const isDrawingKind = (address: string): boolean =>
  prefixOf.has(address) && /\/(?:picture|chart|wordprocessing(?:Shape|Group|Canvas))$/.test(address)

/** Fonts that come with systems and word processors. One of an institution's own is a name. */
export const knownFont =
  /^(?:\+m[nj]-(?:lt|ea|cs)|Aptos(?: Display)?|Arial(?: Narrow| Black| Unicode MS)?|Book Antiqua|Bookman Old Style|Calibri(?: Light)?|Cambria(?: Math)?|Candara|Century(?: Gothic| Schoolbook)?|Comic Sans MS|Consolas|Constantia|Corbel|Courier(?: New)?|DejaVu (?:Sans|Serif)(?: Mono)?|Garamond|Georgia|Gill Sans MT|Helvetica(?: Neue)?|Jameel Noori Nastaleeq|Liberation (?:Sans|Serif|Mono)|Lucida (?:Sans|Console)(?: Unicode)?|Microsoft Sans Serif|MS (?:Gothic|Mincho|PGothic)|Noto (?:Sans|Serif)(?: Arabic)?|Palatino(?: Linotype)?|Segoe UI(?: Symbol)?|SimSun|Symbol|Tahoma|Times(?: New Roman)?|Trebuchet MS|Urdu Typesetting|Verdana|Wingdings(?: [23])?)$/

/** Names by which a word processor knows what a style is for. */
export const knownStyle =
  /^(?:normal|heading [1-9]|title|subtitle|caption|header|footer|footnote (?:text|reference)|endnote (?:text|reference)|list paragraph|list (?:bullet|number)(?: [2-5])?|body text(?: [23])?|table grid|normal table|default paragraph font|no list|no spacing|hyperlink|strong|emphasis|quote|toc [1-9]|page number|bibliography|normal \(web\)|plain text)$/i

/** Settings, borders, lines, colours, numbers of lists, places, and shapes. */
export const knownValues: ReadonlySet<string> = words(
  `auto none nil clear solid single double triple thick dotted dashed dash dotDash dotDotDash dashed dashSmallGap dashLong dashLongHeavy dashedHeavy dottedHeavy dashDotHeavy dashDotDotHeavy
  wave wavyHeavy wavyDouble words thinThickSmallGap thickThinSmallGap thinThickMediumGap thickThinMediumGap thinThickLargeGap thickThinLargeGap thinThickThinSmallGap threeDEmboss threeDEngrave
  outset inset hairline sysDash sysDot sysDashDot sysDashDotDot lgDash lgDashDot lgDashDotDot sng dbl thickThin thinThick tri flat sq rnd round square miter bevel
  left right center both start end distribute justify top bottom middle inside outside baseline exact atLeast superscript subscript l r t b ctr tl tr bl br ul just dist in out x y z
  horz vert eaVert vert270 wordArtVert mongolianVert lrTb tbRl btLr lrTbV tbRlV tbLrV lr tb lrV tbV rlV
  decimal lowerLetter upperLetter lowerRoman upperRoman bullet ordinal cardinalText ordinalText decimalZero arabicAlpha arabicAbjad hex tab space nothing multilevel singleLevel hybridMultilevel
  page column textWrapping line paragraph character text margin leftMargin rightMargin topMargin bottomMargin insideMargin outsideMargin char num
  bothSides largest topAndBottom tight through wrapNone wrapSquare around notBeside
  nextPage nextColumn continuous evenPage oddPage even odd default first portrait landscape separator continuationSeparator continuationNotice lines linesAndChars snapToChars
  default minor major minorHAnsi majorHAnsi minorEastAsia majorEastAsia minorBidi majorBidi minorAscii majorAscii hint eastAsia cs ascii hAnsi
  background1 background2 text1 text2 accent1 accent2 accent3 accent4 accent5 accent6 dark1 dark2 light1 light2 hyperlink followedHyperlink dk1 dk2 lt1 lt2 bg1 bg2 tx1 tx2 hlink folHlink phClr
  black blue cyan green magenta red yellow white darkBlue darkCyan darkGreen darkMagenta darkRed darkYellow darkGray lightGray gray silver navy maroon olive purple teal lime aqua fuchsia window windowText
  dxa pct fixed autofit nextTo high low restart continue clear fixed atLeast proportional
  table numbering paragraph firstRow lastRow firstCol lastCol band1Vert band2Vert band1Horz band2Horz neCell nwCell seCell swCell wholeTable
  rect ellipse roundRect line straightConnector1 bentConnector3 curvedConnector3 triangle rtTriangle diamond parallelogram trapezoid hexagon octagon plus star5 rightArrow leftArrow upArrow downArrow leftRightArrow
  homePlate chevron can cube bracePair bracketPair leftBrace rightBrace leftBracket rightBracket wedgeRectCallout wedgeRoundRectCallout flowChartProcess flowChartDecision flowChartTerminator flowChartAlternateProcess textBox arc
  overflow clip ellipsis overflow noAutofit shape square none ctr triangle stealth diamond oval arrow sm med lg visible hidden
  printable screen always tile stretch blackWhite color clr gray
  clustered stacked percentStacked standard col bar marker lineMarker smoothMarker filled nextTo cross minMax autoZero between midCat gap span zero outEnd inEnd inBase bestFit days months years
  linear exp log movingAvg poly power fixedVal percentage stdDev stdErr cust plus minus inner outer factor edge circle star dot picture
  undOvr subSup frac bar skw lin noBar p b i bi roman script fraktur double-struck sans-serif monospace n undOvr centerGroup repeat match interTab
  compatibilityMode overrideTableStyleFontSizeAndJustification enableOpenTypeFeatures doNotFlipMirrorIndents differentiateMultirowTableHeaders useWord2013TrackBottomHyphenation
  absolute relative static mso-left-percent position width height margin-left margin-top z-index visibility gradient frame pattern
  true false on off val auto fill stroke norm lighten darken lightenLess darkenLess phClr`,
)
