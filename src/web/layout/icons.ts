import { type Html, type HtmlValue, html } from '../../lib/text/html.ts'

/** SVG paths in a square of 24, drawn in the colour of the surrounding text. */
const paths = {
  accounts:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-4 3-5 6-5s6 1 6 5M16 5a3 3 0 0 1 0 6M18 14c2 .5 3 2 3 5',
  applications: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  audit: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  bans: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM6 6l12 12',
  delete: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  code: 'M9 8l-4 4 4 4M15 8l4 4-4 4',
  devices: 'M3 5h13v10H3zM7 19h5M19 9h2v10h-5v-1',
  email: 'M3 6h18v12H3zM3 7l9 7 9-7',
  export: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  // Bars.
  figures: 'M4 20h16M7 20v-6M12 20V5M17 20v-9',
  groups:
    'M12 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM7 19c0-4 2-5 5-5s5 1 5 5M5 7a2.5 2.5 0 0 0 0 5M19 7a2.5 2.5 0 0 1 0 5M2 18c0-2 1-3 2-3M22 18c0-2-1-3-2-3',
  invites: 'M4 7h16v3a2 2 0 0 0 0 4v3H4v-3a2 2 0 0 0 0-4zM14 7v10',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v4',
  language: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  // The triangle of a player of music.
  play: 'M7 4l13 8-13 8z',
  // Two houses.
  neighbours: 'M3 12l4-4 4 4v8H3zM13 9l4-4 4 4v11h-8zM6 20v-4h2v4M16 20v-5h2v5',
  overview: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  // An arrow through a door.
  providers: 'M10 4h9v16h-9M4 12h10M10 8l4 4-4 4',
  question: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-1 .5-1 1.2-1 2M12 17h.01',
  // A flag.
  report: 'M5 21V4M5 4h12l-3 4 3 4H5',
  server: 'M4 4h16v7H4zM4 13h16v7H4zM8 7.5h.01M8 16.5h.01M12 7.5h4M12 16.5h4',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z',
  skin: 'M8 4L3 7l2 4 2-1v10h10V10l2 1 2-4-5-3c-1 2-7 2-8 0z',
  username: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-5 8-5s7 1 8 5',
  // A person at a door.
  visitors: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-4 3-5 6-5s6 1 6 5M22 8l-4 4 4 4M18 12h4',
  // A coat hanger.
  wardrobe: 'M9 6a3 3 0 1 1 4 3c-1 .3-1 1-1 2l9 6c1 1 .5 2-.5 2H3.5c-1 0-1.5-1-.5-2l9-6',
  webhooks: 'M13 3L5 14h6l-1 7 8-11h-6z',
} as const

export type Icon = keyof typeof paths

/** Renders an icon that is hidden from assistive technology, since a text next to it says the same. */
export const icon = (name: Icon): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[name]}"/></svg>`

/** The number of things that wait behind a link, and the whole link in words, for those who do not see the number. */
export interface Badge {
  count: number
  label: string
}

/** Renders the attribute that names a link with a badge. Undefined without one. */
export const badgeLabel = (badge: Badge | undefined): HtmlValue => badge && html` aria-label="${badge.label}"`

/** Renders the number of a badge. Undefined without one. */
export const badgeCount = (badge: Badge | undefined): HtmlValue =>
  badge && html` <span class="badge" aria-hidden="true">${badge.count}</span>`
