// Shows times in the reader's own format and zone, or as "… ago" where the page asks for it.
const { lang } = document.documentElement
const own = navigator.languages.find((language) => language.split('-')[0] === lang.split('-')[0]) ?? lang
const full = new Intl.DateTimeFormat(own, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(own, { dateStyle: 'medium' })
const relative = new Intl.RelativeTimeFormat(own, { numeric: 'auto' })

/** Each unit in seconds. Times more than a month ago are shown as a date. */
const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
const monthSeconds = 30 * 86_400

for (const time of document.querySelectorAll('time')) {
  const at = new Date(time.dateTime)
  const written = ('day' in time.dataset ? day : full).format(at)
  const ago = 'ago' in time.dataset && agoOf((at - Date.now()) / 1000)
  time.textContent = ago || written
  if (ago) time.title = written
}

// The note that all times are in UTC is no longer true. Its place stays empty, so that nothing shifts.
for (const note of document.querySelectorAll('[data-utc]')) note.style.visibility = 'hidden'

function agoOf(seconds) {
  if (Math.abs(seconds) > monthSeconds) return undefined
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['minute', 60]
  return relative.format(Math.trunc(seconds / size), unit)
}
