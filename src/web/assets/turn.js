// Pictures of textures in 3D: pressed, on a page with several; in their place, on the page of one. Without WebGL they stay
// pictures, larger ones where they are pressed.
const words = document.querySelector('#turning').dataset
const made = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

for (const stage of document.querySelectorAll('.standing')) {
  const { file, kind, model } = stage.dataset
  const figure = stage.querySelector('.figure')
  const label = figure.querySelector('img').alt
  void whenLoaded()
    .then(() => stand(figure, label, { file, isCape: kind === 'cape', model }))
    .then(([, button]) => stage.append(button, made('p', { className: 'hint', textContent: words.controls })))
    .catch(() => {})
}

markAll()
// The script of the wardrobe adds tiles.
new MutationObserver(markAll).observe(document.querySelector('#content'), { childList: true, subtree: true })

/** The viewer is far larger than the page, so it comes last. */
function whenLoaded() {
  return new Promise((loaded) => {
    if (document.readyState === 'complete') loaded()
    else addEventListener('load', loaded, { once: true })
  })
}

/** Lays a button over each picture that has none. It takes no place of its own. */
function markAll() {
  for (const pictured of document.querySelectorAll('.worn-by:not(:has(button))')) {
    const image = pictured.querySelector('img')
    if (!image) continue
    const tile = pictured.closest('li')
    const name = tile?.querySelector('b, time')?.textContent || image.alt
    const button = made('button', { type: 'button', className: 'turns' }, made('span', { textContent: '3D' }))
    button.setAttribute('aria-label', `3D, ${name}`)
    button.addEventListener('click', () => void open(image, name))
    pictured.append(button)
  }
}

/** Returns the texture of a picture that Norn has drawn. */
function textureOf(image) {
  const { href, searchParams } = new URL(image.src)
  return {
    file: href.replace(/\/skinsystem\/render\/(\w+)\.png.*$/, '/textures/$1'),
    isCape: 'cape' in image.parentElement.dataset,
    model: searchParams.get('model') ?? 'default',
  }
}

/** Puts the texture in 3D in the place of its picture. Returns the viewer, and the button that stops and starts it. */
async function stand(figure, label, { file, isCape, model }) {
  const { openFigure, turnButton } = await import(words.figure)
  const viewer = await openFigure(figure, { ...words, label })
  await (isCape ? viewer.loadCape(file) : viewer.loadSkin(file, { model: model || 'auto-detect' }))
  // A cape is seen from behind.
  if (isCape) viewer.playerWrapper.rotation.y += Math.PI
  return [viewer, turnButton(viewer, words)]
}

async function open(image, name) {
  const picture = made('img', { src: image.src.replace('height=128', 'height=512'), alt: '' })
  const figure = made('div', { className: 'figure' }, picture)
  const close = made('button', { type: 'button', className: 'quiet', textContent: words.close })
  const heading = made('h2', { id: 'turning-name', textContent: name, dir: 'auto' })
  const hint = made('p', { className: 'hint', textContent: words.controls })
  const buttons = made('div', { className: 'actions' }, close)
  const dialog = made('dialog', { className: 'turning' }, heading, figure, hint, buttons)
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.setAttribute('closedby', 'any')
  close.addEventListener('click', () => dialog.close())
  let viewer
  dialog.addEventListener('close', () => {
    viewer?.dispose()
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
  try {
    const [opened, button] = await stand(figure, name, textureOf(image))
    viewer = opened
    if (dialog.isConnected) {
      buttons.append(button)
      dialog.classList.add('in-3d')
      figure.querySelector('canvas').focus()
    } else viewer.dispose()
  } catch {
    // The picture stays.
  }
}
