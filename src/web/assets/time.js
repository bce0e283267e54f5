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
  // In a sentence the reader's format takes the room that it needs, unless that would move what has been shown.
  if ('long' in dataset && !isPainted) time.textContent = written
  else places.push(keepPlace(time, ago || written))
}
// A reader's format may take more room than the page's.
const tight = places.filter((shown) => shown.offsetHeight > shown.parentElement.offsetHeight + 1)
for (const { style } of tight) style.fontSize = '0.85em'

// The note that all times are in UTC is no longer true. Its place stays empty, so that nothing shifts.
for (const note of document.querySelectorAll('[data-utc]')) note.style.visibility = 'hidden'

/** Shows a text in the place of the page's own, which stays there unseen, so that nothing shifts. */
function keepPlace(time, text) {
  const shown = document.createElement('span')
  shown.textContent = text
  time.dataset.was = time.textContent
  time.replaceChildren(shown)
  return shown
}

function agoOf(seconds) {
  if (Math.abs(seconds) > monthSeconds) return undefined
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  return relative.format(Math.trunc(seconds / size), unit)
}
