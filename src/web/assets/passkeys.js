// Asks the authenticator before a form is sent. Browsers without passkeys show the reason, or nothing.
const {
  WebAuthnAbortService,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} = globalThis.SimpleWebAuthnBrowser

/** The service's challenge is good for 15 minutes. One that was offered for longer would count as a wrong password. */
const offeredMs = 14 * 60_000

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
  const optionsJSON = JSON.parse(place.dataset.options)
  const send = (answer) => {
    form.elements.answer.value = JSON.stringify(answer)
    form.submit()
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    failure.textContent = ''
    try {
      send(await ask({ optionsJSON }))
    } catch {
      failure.textContent = failure.dataset.failed
    }
  })
  if (document.querySelector('input[autocomplete$=webauthn]')) void offer(optionsJSON, send)
}

/** Offers passkeys among what the browser fills in, until the button asks for one. */
async function offer(optionsJSON, send) {
  if (!(await browserSupportsWebAuthnAutofill())) return
  const end = setTimeout(() => WebAuthnAbortService.cancelCeremony(), offeredMs)
  try {
    send(await startAuthentication({ optionsJSON, useBrowserAutofill: true }))
  } catch {
    // Nobody chose one, which is no failure.
    clearTimeout(end)
  }
}
