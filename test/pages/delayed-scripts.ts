import type { Tab } from './browser.ts'

const painted = `new Promise((resolve) => {
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
})`

/** Holds the scripts of each page back until it has been painted, so that whatever they move is seen moving. */
export const delayScripts = ({ page }: Tab): Promise<unknown> =>
  page.route(/\/assets\/.*\.js$/, async (route) => {
    await page.evaluate(painted)
    await route.continue()
  })
