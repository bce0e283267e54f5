// Asks the authenticator before a form is sent. The forms stay hidden in browsers without passkeys.
const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser

for (const place of document.querySelectorAll('[data-passkey]')) {
  if (!browserSupportsWebAuthn()) break
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
