// Files can be dropped anywhere on the page, and several are sent one after another, with progress.
const card = document.querySelector('#add')
const form = card?.querySelector('form')
const input = form?.querySelector('input[type=file]')

for (const [event, isOver] of [
  ['dragover', true],
  ['dragleave', false],
  ['drop', false],
]) {
  addEventListener(event, (dragged) => {
    dragged.preventDefault()
    card.classList.toggle('over', isOver)
  })
}

addEventListener('drop', ({ dataTransfer }) => {
  if (dataTransfer.files.length === 0) return
  input.files = dataTransfer.files
  card.scrollIntoView({ block: 'nearest' })
  input.focus()
})

form?.addEventListener('submit', (event) => {
  if (input.files.length < 2) return
  event.preventDefault()
  void sendAll([...input.files])
})

async function sendAll(files) {
  const button = form.querySelector('button')
  button.disabled = true
  card.querySelector('.problem')?.remove()
  const bar = document.createElement('progress')
  bar.max = files.length
  bar.setAttribute('aria-label', card.dataset.progress)
  button.before(bar)
  const problems = []
  for (const [done, file] of files.entries()) {
    bar.value = done
    const problem = await send(file).catch(() => form.action)
    if (problem) problems.push(`${file.name}: ${problem}`)
  }
  if (problems.length === 0) {
    location.assign(form.action)
    return
  }
  bar.remove()
  button.disabled = false
  form.reset()
  say(problems)
  await showNew()
}

/** Sends one file. Returns what the service says if it refuses it. */
async function send(file) {
  const body = new FormData(form)
  body.set('file', file)
  body.delete('name')
  const answer = await window.fetch(form.action, { method: 'POST', body, redirect: 'manual' })
  if (answer.type === 'opaqueredirect') return undefined
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  return page.querySelector('#alert')?.textContent ?? page.querySelector('h1')?.textContent
}

function say(problems) {
  const said = document.createElement('p')
  said.className = 'problem'
  said.setAttribute('role', 'alert')
  said.append(...problems.flatMap((problem) => [problem, document.createElement('br')]))
  input.after(said)
}

/** Shows what was added although something else was refused. */
async function showNew() {
  const answer = await window.fetch(form.action)
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const kept = page.querySelector('#kept')
  if (kept) document.querySelector('#kept').replaceWith(kept)
}
