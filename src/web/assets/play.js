// Loads the page again once the player has come further. It asks ever more seldom, never while nobody looks, and not for
// ever: the link below the steps does the same.
const { state, version } = document.querySelector('[data-state]').dataset
const longestMs = 30_000
const endMs = 20 * 60_000
const factor = 1.4
let waitMs = 2000

function later() {
  if (performance.now() < endMs) setTimeout(ask, waitMs)
  waitMs = Math.min(longestMs, waitMs * factor)
}

async function ask() {
  if (document.hidden) {
    document.addEventListener('visibilitychange', ask, { once: true })
    return
  }
  // A session that has ended leads to another page.
  const answer = await window.fetch(state, { redirect: 'error' }).catch(() => undefined)
  if (!answer?.ok) return
  if ((await answer.text()) === version) later()
  else location.reload()
}

later()
