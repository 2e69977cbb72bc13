/** The line icons of the design language: 24 px, drawn with the colour of the text beside them. */
const paths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'm6 9 6 6 6-6',
  up: 'm6 15 6-6 6 6',
  next: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6 6-6-6 6-6',
  cart: 'M3 4h2l2.4 11.5h10.8L20.5 8H6.2M7.6 19.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0zM15.6 19.5a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0 -2.8 0z',
  columns:
    'M5.5 5h13a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1 -1.5 1.5h-13a1.5 1.5 0 0 1 -1.5 -1.5v-11a1.5 1.5 0 0 1 1.5 -1.5zM4 10h16M10 10v9',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  search: 'M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0zM16 16l4.5 4.5',
  calendar:
    'M6 5.5h12a2 2 0 0 1 2 2v10.5a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2v-10.5a2 2 0 0 1 2 -2zM4 10h16M8.5 3v4m7-4v4',
  pin: 'M12 21c5-5.5 7-8.5 7-11.5a7 7 0 1 0-14 0c0 3 2 6 7 11.5zM9.5 9.5a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z',
  upload: 'M12 16V5m-5 5 5-5 5 5M5 19h14',
  file: 'M7 3h7l4 4v14H7zM14 3v4h4',
  edit: 'm4 20 1-4L16.5 4.5l3 3L8 19z',
  bin: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13',
  send: 'M4 12 20 4.5 14.5 20l-3-6.5z',
  info: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0zM12 11v5.5M12 7.5h0',
  alert: 'M12 4 2.5 20h19zM12 10v4.5m0 2.5h0',
  mail: 'M5.5 5.5h13a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-13a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2zM4 7l8 6 8-6',
  phone: 'M6 4h3.5l1.5 4-2 1.5a11 11 0 0 0 5.5 5.5L16 13l4 1.5V18a2 2 0 0 1-2.2 2A16 16 0 0 1 4 6.2 2 2 0 0 1 6 4z',
  lock: 'M7 10.5h10a2 2 0 0 1 2 2v5.5a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-5.5a2 2 0 0 1 2 -2zM8 10.5V8a4 4 0 0 1 8 0v2.5',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0 -5.6 0z',
  home: 'm4 11 8-7 8 7v9h-5.5v-5.5h-5V20H4z',
  chart: 'M4 20V4m0 16h16M8.5 16v-5m4 5V7.5m4 8.5v-7',
  people:
    'M5.8 8.5a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0zM3 19.5c.5-4 3-6 6-6s5.5 2 6 6M15.5 5.8a3 3 0 0 1 0 5.5M17 13.9c2.3.6 3.7 2.5 4 5.6',
  scales: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 7h5zM19 7l-2.5 7h5z',
  award: 'M6.5 9a5.5 5.5 0 1 0 11 0a5.5 5.5 0 1 0 -11 0zM8.5 13.5l-1.5 7 5-2.5 5 2.5-1.5-7',
  clock: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0 -17 0zM12 7v5.5l3.5 2',
  card: 'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-9a2 2 0 0 1 2 -2zM3 10h18M6.5 15h4',
  download: 'M12 5v11m-5-5 5 5 5-5M5 20h14',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  scan: 'M4 8V4h4m8 0h4v4m0 8v4h-4m-8 0H4v-4M7 12h10',
  turn: 'M19 12a7 7 0 1 1-2.5-5.4M17.5 3v4h-4',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6zM9 12l2.2 2.2L15.2 10',
  history: 'M4.5 8.5A8.2 8.2 0 1 1 4 13M4.5 4v4.5H9M12 8v4.5l3 2',
  plus: 'M12 5v14M5 12h14',
  out: 'M14 4H5v16h9m-3-8h10m-4-4 4 4-4 4',
  hide: 'M4 4l16 16M9.5 6a9 9 0 0 1 2.5-.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6 8a16 16 0 0 0-3.5 4s3.5 6.5 9.5 6.5c1.2 0 2.3-.2 3.3-.6',
} as const

export type IconName = keyof typeof paths

/** Arrows turn round where people read from right to left. */
const turning = new Set<IconName>(['next', 'back', 'send', 'out'])

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={turning.has(name) ? 'icon icon-flip' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
