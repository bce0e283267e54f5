// Shows skins and capes before they are uploaded: files can be dropped and tried on, and the model is guessed from
// the picture.
const stage = document.querySelector('[data-viewer]')
const { dataset } = stage
const radios = [...document.querySelectorAll('input[name=model]')]
let opening
let skin = dataset.skin
let cape = dataset.cape

for (const form of document.querySelectorAll('form[enctype]')) {
  const input = form.querySelector('input[type=file]')
  const card = form.closest('.card')
  input.addEventListener('change', () => tryOn(input))
  form.addEventListener('submit', (event) => {
    if (!input.validity.customError) return
    event.preventDefault()
    input.focus()
  })
  for (const [event, isOver] of [
    ['dragenter', true],
    ['dragover', true],
    ['dragleave', false],
    ['drop', false],
  ]) {
    card.addEventListener(event, () => card.classList.toggle('over', isOver))
  }
  card.addEventListener('drop', ({ dataTransfer }) => {
    if (dataTransfer.files.length === 0) return
    input.files = dataTransfer.files
    void tryOn(input)
  })
}

// A file dropped outside the drop zone would replace the page.
for (const event of ['dragover', 'drop']) addEventListener(event, (dragged) => dragged.preventDefault())

for (const radio of radios) radio.addEventListener('change', dress)

if (skin) void whenLoaded().then(dress)

/** The preview is far larger than the page, so it comes last. */
function whenLoaded() {
  return new Promise((loaded) => {
    if (document.readyState === 'complete') loaded()
    else addEventListener('load', loaded, { once: true })
  })
}

async function tryOn(input) {
  const [file] = input.files
  const picture = file && (await createImageBitmap(file, { premultiplyAlpha: 'none' }).catch(() => undefined))
  // Another file may have been chosen meanwhile.
  if (file !== input.files[0]) return
  forgetRefusal(input)
  const problem = file && problemOf(input, file, picture)
  if (problem) refuse(input, problem)
  if (problem || !picture) return
  if (input.name === 'cape') cape = picture
  else {
    skin = picture
    const model = guessModel(picture)
    for (const radio of radios) radio.checked = radio.value === model
  }
  await dress()
  stage.querySelector('.told')?.classList.add('trying')
}

/** Returns why the server would refuse the file, in its words, so that nobody uploads it to learn that. */
function problemOf(input, file, picture) {
  const { tooLarge, malformed, wrongSize } = dataset
  if (file.size > Number(dataset.maxBytes)) return tooLarge
  if (!picture || file.type !== 'image/png') return malformed
  return isAllowed(input.name, picture) ? undefined : `${wrongSize} ${hintOf(input).textContent}`
}

/** Compares the size as src/model/game/texture.ts does. */
function isAllowed(kind, { width, height }) {
  const shapes = { skin: ['64,64', '64,32'], cape: ['64,32', '22,17'] }[kind]
  return shapes.some((shape) => {
    const [basicWidth, basicHeight] = shape.split(',')
    const scale = width / basicWidth
    return Number.isInteger(scale) && scale <= Number(dataset.scale) && height === basicHeight * scale
  })
}

const hintOf = (input) => document.querySelector(`#${input.id}-hint`)

/** Says what is wrong with the chosen file. */
function refuse(input, problem) {
  const said = document.createElement('p')
  said.className = 'problem'
  said.setAttribute('role', 'alert')
  said.textContent = problem
  input.after(said)
  input.setAttribute('aria-invalid', 'true')
  input.setCustomValidity(problem)
}

/** Removes the error about the previous file. */
function forgetRefusal(input) {
  document.querySelector('#alert')?.remove()
  input.parentElement.querySelector('.problem')?.remove()
  input.removeAttribute('aria-invalid')
  input.setCustomValidity('')
}

/** Guesses the model as src/model/game/texture.ts does: in slim skins, the fourth column of the arm is empty. */
function guessModel(picture) {
  const { width, height } = picture
  const scale = width / 64
  if (width !== height || !Number.isInteger(scale)) return 'default'
  const canvas = document.createElement('canvas')
  canvas.width = 2 * scale
  canvas.height = 12 * scale
  const drawing = canvas.getContext('2d')
  drawing.drawImage(picture, -54 * scale, -20 * scale)
  const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height)
  return data.some((value, index) => index % 4 === 3 && value > 0) ? 'default' : 'slim'
}

/** Shows the chosen files on the model. A browser without WebGL keeps the picture. */
async function dress() {
  const viewer = await (opening ??= openViewer().catch(() => undefined))
  if (!viewer) return
  const model = radios.find((radio) => radio.checked)?.value ?? (dataset.model || 'auto-detect')
  try {
    await viewer.loadSkin(skin || null, { model })
    await viewer.loadCape(cape || null)
  } catch {
    // A picture that the viewer can't draw, though it has the right size, is worn all the same.
  }
}

async function openViewer() {
  const { openFigure, turnButton } = await import(dataset.figure)
  const viewer = await openFigure(stage.querySelector('.figure'), dataset)
  stage.append(turnButton(viewer, dataset), told())
  return viewer
}

/** Both hints in one place, of which one shows: nothing moves when a skin is tried on, and nothing lies over the figure. */
function told() {
  const made = document.createElement('div')
  made.className = 'told'
  made.append(hint('controls', dataset.controls), hint('tried-on', dataset.triedOn))
  return made
}

function hint(name, text) {
  const made = document.createElement('p')
  made.className = `hint ${name}`
  made.textContent = text
  return made
}
