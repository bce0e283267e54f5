// Chromium, driven as people use it: by roles and accessible names.

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { after, type TestContext } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core'
import { executablePath, noBrowser } from './chromium.ts'

export const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true }
export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }

/** No wait for a page takes this long, on however busy a machine. */
const lateMs = 120_000

/** The launched browsers, by their arguments. */
const launched = new Map<string, Promise<Browser>>()

after(async () => {
  for (const browser of launched.values()) await (await browser).close()
})

function launch(args: readonly string[]): Promise<Browser> {
  const key = args.join(' ')
  const running =
    launched.get(key) ??
    chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', ...args],
      timeout: lateMs,
    })
  launched.set(key, running)
  return running
}

export interface TabOptions extends BrowserContextOptions {
  /** True for a browser with WebGL. Without it, pages are measured before the 3D preview. */
  hasPreview?: boolean
  /** The origins at which people sign in for us, all of them at one port of 127.0.0.1. */
  elsewhere?: { hosts: readonly string[]; port: number }
}

/** A fresh browser profile. */
export interface Tab {
  page: Page
  browser: BrowserContext
  /**
   * Fails if the page violates its own policy, contacts another host, throws, has an axe finding, weighs too much,
   * shifts while it loads, or cuts a table or a text off.
   */
  check(about?: string): Promise<void>
  /** Fails as `check` does, but without axe, which takes most of its time: for pages that another test opens in the same look. */
  checkFit(about: string): Promise<void>
  /** Fails if a text or a control on the page lacks contrast: what `check` looks for that another colour scheme changes. */
  checkContrast(about: string): Promise<void>
  /**
   * Returns the layout shift since the page was opened (CLS of web.dev, where up to 0.1 is good), including the time
   * before this call.
   */
  shift(): Promise<number>
  close(): Promise<void>
}

/** Undefined if there is no browser; the test is then skipped with the reason. */
export async function openTab(
  t: TestContext,
  baseUrl: string,
  { hasPreview = false, elsewhere = { hosts: [], port: 0 }, ...options }: TabOptions = desk,
): Promise<Tab | undefined> {
  if (noBrowser !== undefined) {
    t.skip(noBrowser)
    return undefined
  }
  const { hosts, port } = elsewhere
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1:${port}`).join()
  const launching = launch([
    hasPreview ? '--enable-unsafe-swiftshader' : '--disable-3d-apis',
    ...(rules === '' ? [] : [`--host-resolver-rules=${rules}`]),
  ])
  const browser = await (await launching).newContext({ baseURL: baseUrl, locale: 'en-GB', ...options })
  browser.setDefaultTimeout(lateMs)
  const page = await browser.newPage()
  const debug = await browser.newCDPSession(page)
  const axe = await (options.javaScriptEnabled === false ? axeWithoutTimers : axeSource)
  const origins = [new URL(baseUrl).origin, ...hosts.map((host) => `https://${host}`)]
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (/Content Security Policy|violates/i.test(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && !origins.includes(url.origin)) faults.push(`asked ${url.origin}`)
  })
  const shift = async () => Number(await page.evaluate(layoutShift))
  const checkFit = async (about: string) => {
    // Texts are there before the styles.
    await page.waitForLoadState()
    assert.deepEqual(faults, [], about)
    const { bytes, blocking } = await page.evaluate<Weight>(weight)
    assert.ok(bytes < 60_000, `${about} weighs ${bytes} bytes`)
    assert.ok(blocking <= 1, `${about} waits for more than its style`)
    const shifted = await shift()
    assert.equal(shifted, 0, `${about} has shifted`)
    const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
    assert.ok(Number(overflow) <= 0, `${about} is wider than the window by ${overflow}`)
    assert.deepEqual(await page.evaluate(cutOff), [], `${about} cuts something off`)
  }
  return {
    page,
    browser,
    shift,
    checkFit,
    check: async (about = page.url()) => {
      await page.waitForLoadState()
      // What moves late has moved by the time that axe is done.
      assert.deepEqual(await axeFindings(page, debug, axe), [], about)
      await checkFit(about)
    },
    checkContrast: async (about) =>
      assert.deepEqual(await axeFindings(page, debug, axe, colourRules), [], about),
    close: () => browser.close(),
  }
}

/** The rules of axe about colours. */
const colourRules = ['color-contrast', 'link-in-text-block']

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Even with scripts turned off the debugger can run them, but without timers: its pauses end immediately. */
const axeWithoutTimers = axeSource.then(
  (source) => `globalThis.setTimeout = (next) => void Promise.resolve().then(next); ${source}`,
)

/**
 * Returns axe's findings: the rule and the place. The debugger injects axe past the page's policy, once per page.
 */
async function axeFindings(
  page: Page,
  debug: CDPSession,
  axe: string,
  rules?: readonly string[],
): Promise<string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined')
    await debug.send('Runtime.evaluate', { expression: `${axe};0`, silent: true })
  return page.evaluate(`axe.run(document, { resultTypes: ['violations'], preload: false${rules ? `, runOnly: ${JSON.stringify(rules)}` : ''} })
    .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ' ' + target + ' ' + failureSummary)))`)
}

const layoutShift = `(() => {
  const observer = new PerformanceObserver(() => undefined)
  observer.observe({ type: 'layout-shift', buffered: true })
  const shifts = observer.takeRecords().filter(({ hadRecentInput }) => !hadRecentInput)
  return shifts.reduce((sum, { value }) => sum + value, 0)
})()`

/**
 * Returns what has more content than room: tables, which could be scrolled, and buttons, links, words and values whose
 * text sticks out. The list of pages on a phone scrolls on purpose, and shows so.
 */
const cutOff = `[...document.querySelectorAll('.table, .card, button, a, h1, h2, label, dd, td, .line')]
  .filter((each) => !each.closest('nav.sections, .skip') && each.clientWidth > 0)
  .filter((each) => each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.localName + '.' + each.className + ' by ' + (each.scrollWidth - each.clientWidth) + ': ' + each.textContent.trim().slice(0, 60))`

interface Weight {
  /** Uncompressed, with the logo that administrators have chosen. */
  bytes: number
  /** Requests that block rendering. */
  blocking: number
}

/** The size of the page and everything it requests, except the preview and pictures of what players keep. */
const weight = `(() => {
  const asked = performance.getEntriesByType('resource').filter(({ name }) => !/skinview3d|skinsystem\\/render/.test(name))
  const all = [...performance.getEntriesByType('navigation'), ...asked]
  return {
    bytes: all.reduce((total, { decodedBodySize }) => total + decodedBodySize, 0),
    // Pages of pictures and of figures have a style of their own next to the common one.
    blocking: asked.filter(({ name, renderBlockingStatus }) =>
      renderBlockingStatus === 'blocking' && !/\\/assets\\/(?:pictures|figures)-/.test(name)).length,
  }
})()`
