// Adds a "Copy" button next to each text that can be copied. The text may be elsewhere in the page.
const shownMs = 2000

for (const line of document.querySelectorAll('[data-copy]')) {
  const { copy, copied, from } = line.dataset
  const source = from ? document.getElementById(from) : line
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = copy
  button.addEventListener('click', async () => {
    if (!(await copyText(source))) return
    button.textContent = copied
    setTimeout(() => (button.textContent = copy), shownMs)
  })
  line.append(button)
}

// Some browsers add a title to a dragged link; only the address itself is dragged.
for (const link of document.querySelectorAll('a.drag')) {
  link.addEventListener('dragstart', ({ dataTransfer }) =>
    dataTransfer.setData('text/plain', link.getAttribute('href')),
  )
}

/** The clipboard API needs https; elsewhere the older way still works. */
async function copyText(source) {
  const texts =
    source.value ?? [...source.querySelectorAll('code')].map((code) => code.textContent).join('\n')
  try {
    await navigator.clipboard.writeText(texts)
    return true
  } catch {
    if (source.select) source.select()
    else getSelection().selectAllChildren(source.querySelector('code:only-of-type') ?? source)
    return document.execCommand('copy')
  }
}
