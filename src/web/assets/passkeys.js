// Asks the authenticator before a form is sent. Browsers without passkeys show the reason, or nothing.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser

for (const place of document.querySelectorAll('[data-passkey]')) {
  if (!browserSupportsWebAuthn()) {
    const { missing } = place.dataset
    if (missing === undefined) continue
    const reason = document.createElement('p')
    reason.className = 'note'
    reason.textContent = missing
    place.replaceChildren(reason)
    place.hidden = false
    continue
  }
  place.hidden = false
  if (place.dataset.passkey === 'prove') continue
  const form = place.querySelector('form')
  const failure = place.querySelector('[data-failed]')
  const ask = place.dataset.passkey === 'add' ? startRegistration : startAuthentication
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.textContent = ''
    try {
      const answer = await ask({ optionsJSON: JSON.parse(place.dataset.options) })
      form.elements.answer.value = JSON.stringify(answer)
    } catch {
      failure.textContent = failure.dataset.failed
      return
    }
    form.submit()
  })
}
