// Does a form's proof of work in the background while the form is filled in.
for (const field of document.querySelectorAll('input[data-challenge]')) {
  const { form } = field
  form.querySelector('.needs-script').remove()
  const status = form.querySelector('[data-working]')
  const solution = solve(JSON.parse(field.dataset.challenge), field.dataset.solver)
  form.addEventListener('submit', async (event) => {
    if (field.value) return
    event.preventDefault()
    status.textContent = status.dataset.working
    try {
      field.value = await solution
    } catch {
      status.textContent = status.dataset.failed
      return
    }
    form.submit()
  })
}

function solve(challenge, solver) {
  const promise = new Promise((resolve, reject) => {
    const worker = new Worker(solver)
    worker.addEventListener('message', ({ data }) => {
      worker.terminate()
      if (data === undefined) reject(new Error('no number'))
      else resolve(btoa(JSON.stringify({ ...challenge, number: data })))
    })
    worker.addEventListener('error', reject)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is not a window
    worker.postMessage(challenge)
  })
  // The failure is reported when the form is sent.
  promise.catch(() => {})
  return promise
}
