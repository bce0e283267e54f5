// Shows times in the reader's own format and zone, or as "… ago" where the page asks for it.
const { lang } = document.documentElement
const own = navigator.languages.find((language) => language.split('-')[0] === lang.split('-')[0]) ?? lang
const styles = {
  table: new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short' }),
  long: new Intl.DateTimeFormat(own, { dateStyle: 'long', timeStyle: 'short' }),
  day: new Intl.DateTimeFormat(own, { dateStyle: 'long' }),
}
const relative = new Intl.RelativeTimeFormat(own, { numeric: 'auto' })

/** Each unit in seconds. Times more than a month ago are shown as a date. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const monthSeconds = 30 * 86_400

const places = [...document.querySelectorAll('time')].map((time) => [time, time.getBoundingClientRect()])
for (const [time, { width, height }] of places) {
  const at = new Date(time.dateTime)
  const { dataset, style } = time
  const written = (
    ('day' in dataset && styles.day) ||
    ('long' in dataset && styles.long) ||
    styles.table
  ).format(at)
  const ago = 'ago' in dataset && agoOf((at - Date.now()) / 1000)
  time.textContent = ago || written
  if (ago) time.title = written
  if (width === 0) continue
  // It keeps the place that the page gave it, so that nothing shifts, however late this runs.
  style.inlineSize = `${width}px`
  style.blockSize = `${height}px`
}
// A reader's format may be wider than the page's.
const tight = places
  .map(([time, { width }]) => ({ style: time.style, fits: width / time.scrollWidth }))
  .filter(({ fits }) => fits < 0.99)
for (const { style, fits } of tight) {
  if (fits > 0.8) style.fontSize = `${fits}em`
  else style.inlineSize = style.blockSize = ''
}

// The note that all times are in UTC is no longer true. Its place stays empty, so that nothing shifts.
for (const note of document.querySelectorAll('[data-utc]')) note.style.visibility = 'hidden'

function agoOf(seconds) {
  if (Math.abs(seconds) > monthSeconds) return undefined
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  return relative.format(Math.trunc(seconds / size), unit)
}
