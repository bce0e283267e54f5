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

const isPainted = performance.getEntriesByType('paint').length > 0 || document.timeline.currentTime > 0
const places = []
for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime)
  const { dataset } = time
  const style = ('day' in dataset && styles.day) || ('long' in dataset && styles.long) || styles.table
  const written = style.format(at)
  const ago = 'ago' in dataset && agoOf((at - Date.now()) / 1000)
  if (ago) time.title = written
  if (!('long' in dataset)) places.push({ time, text: ago || written, ...sizeOf(time) })
  else if (isPainted) time.title = written
  else time.textContent = written
}
// Each keeps the place that the page gave it, so that nothing shifts, however late this runs.
for (const { time, text, width, height } of places) {
  time.textContent = text
  if (width === 0) continue
  time.style.inlineSize = `${width}px`
  time.style.blockSize = `${height}px`
}
// A reader's format may be wider than the page's.
const tight = places
  .map(({ time, width }) => ({ style: time.style, fits: width / time.scrollWidth }))
  .filter(({ fits }) => fits < 0.99)
for (const { style, fits } of tight) {
  if (fits > 0.8) style.fontSize = `${fits}em`
  else style.inlineSize = style.blockSize = ''
}
// In another window size they have other places.
addEventListener('resize', () => places.forEach(({ time }) => time.removeAttribute('style')), { once: true })

// The note that all times are in UTC is no longer true. Its place stays empty, so that nothing shifts.
for (const note of document.querySelectorAll('[data-utc]')) note.style.visibility = 'hidden'

function sizeOf(time) {
  const { width, height } = time.getBoundingClientRect()
  return { width, height }
}

function agoOf(seconds) {
  if (Math.abs(seconds) > monthSeconds) return undefined
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  return relative.format(Math.trunc(seconds / size), unit)
}
