// Adds a button to each password field that shows what was typed. It is hidden again before the form is sent: browsers
// keep what was in other fields.
const { show } = document.currentScript.dataset

/** Returns an eye, and the line through it while the password is hidden. */
function eye() {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  for (const [name, value] of [
    ['class', 'icon'],
    ['viewBox', '0 0 24 24'],
    ['aria-hidden', 'true'],
  ])
    picture.setAttribute(name, value)
  for (const drawn of ['M2 12q10-13 20 0q-10 13-20 0M12 9a3 3 0 1 0 .1 0', 'M4 20 20 4']) {
    const path = document.createElementNS(picture.namespaceURI, 'path')
    path.setAttribute('d', drawn)
    picture.append(path)
  }
  return picture
}

for (const field of document.querySelectorAll('input[type=password]')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'reveal'
  button.title = show.replace('{field}', field.labels[0].textContent)
  button.setAttribute('aria-label', button.title)
  button.setAttribute('aria-controls', field.id)
  button.append(eye())
  const reveal = (isShown) => {
    field.type = isShown ? 'text' : 'password'
    button.setAttribute('aria-pressed', isShown)
  }
  reveal(false)
  button.addEventListener('click', () => reveal(field.type === 'password'))
  field.form.addEventListener('submit', () => reveal(false))
  field.after(button)
}
