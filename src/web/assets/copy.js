// A button beside each line that is to be copied.
const shownMs = 2000

for (const line of document.querySelectorAll('[data-copy]')) {
  const { copy, copied } = line.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = copy
  button.addEventListener('click', async () => {
    if (!(await copyText(line.querySelector('code')))) return
    button.textContent = copied
    setTimeout(() => (button.textContent = copy), shownMs)
  })
  line.append(button)
}

// What is dragged is the line itself, without a title that some browsers add.
for (const link of document.querySelectorAll('a.drag')) {
  link.addEventListener('dragstart', ({ dataTransfer }) =>
    dataTransfer.setData('text/plain', link.getAttribute('href')),
  )
}

/** The clipboard is there under https alone; elsewhere the older way still works. */
async function copyText(code) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(code)
    return document.execCommand('copy')
  }
}
