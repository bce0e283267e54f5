// A player in 3D: drag it or use the arrow keys to turn it.

/**
 * Puts a canvas in the place of what is in `figure`. `words` has the path of the viewer, a label and how to turn it.
 * Throws in a browser without WebGL, and leaves the picture.
 */
export async function openFigure(figure, { viewer: path, label, controls }) {
  await import(path)
  const { SkinViewer, WalkingAnimation } = globalThis.skinview3d
  const canvas = document.createElement('canvas')
  const viewer = new SkinViewer({
    canvas,
    width: figure.clientWidth,
    height: figure.clientHeight,
    zoom: 0.85,
  })
  viewer.controls.enableZoom = false
  viewer.controls.enablePan = false
  viewer.playerWrapper.rotation.y = Math.PI / 7
  canvas.tabIndex = 0
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', `${label}. ${controls}`)
  canvas.addEventListener('keydown', ({ key }) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0
    viewer.playerWrapper.rotation.y += step * 0.3
  })
  figure.replaceChildren(canvas)
  new ResizeObserver(() => viewer.setSize(figure.clientWidth, figure.clientHeight)).observe(figure)
  viewer.autoRotateSpeed = 0.3
  viewer.animation = new WalkingAnimation()
  viewer.animation.speed = 0.5
  return viewer
}

/** Movement can be stopped, and does not start for people who asked for less motion. */
export function turnButton(viewer, words) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  const turn = (isTurning) => {
    viewer.autoRotate = isTurning
    viewer.animation.paused = !isTurning
    button.textContent = isTurning ? words.stop : words.turn
  }
  button.addEventListener('click', () => turn(!viewer.autoRotate))
  turn(!matchMedia('(prefers-reduced-motion: reduce)').matches)
  return button
}
