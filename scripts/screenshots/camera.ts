// The browser that takes the pictures: the same on every machine, apart from its fonts.
import { rmSync, writeFileSync } from 'node:fs'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import type { Language } from '../../src/texts/languages.ts'
import { executablePath, noBrowser } from '../../test/pages/chromium.ts'
import type { RunningService } from '../../test/service.ts'

const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } }

const looks = (['phone', 'desk'] as const).flatMap((size) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ size, colorScheme })),
)

/** In pixels: what a document shows of a long page. */
const shownHeight = 1200

export interface Order {
  language: Language
  folder: string
  /** The names of the files to write; every page in every look if undefined. */
  wanted?: ReadonlySet<string>
  isRightToLeft: boolean
}

export interface Camera {
  browser: BrowserContext
  page: Page
  /** Goes to a path at the service's time. */
  visit(path: string): Promise<void>
  /** Advances the clocks of the service and the browser. */
  advance(milliseconds: number): Promise<void>
  /** Fills a field, by its label. */
  fill(label: string, value: string): Promise<void>
  /** Presses a button of the page, by its words, and waits for the next page. */
  press(name: string): Promise<void>
  shoot(name: string): Promise<void>
  close(): Promise<void>
}

export async function openCamera(service: RunningService, order: Order): Promise<Camera> {
  if (noBrowser !== undefined) throw new Error(noBrowser)
  const baseUrl = service.context.baseUrl()
  const { host } = new URL(baseUrl)
  const chromiumProcess = await chromium.launch({
    executablePath: executablePath ?? '',
    args: [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
      `--host-resolver-rules=MAP ${host} ${new URL(service.baseUrl).host}`,
    ],
  })
  const browser = await chromiumProcess.newContext({
    baseURL: baseUrl,
    locale: order.language === 'en' ? 'en-GB' : order.language,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  if (order.isRightToLeft) await browser.addInitScript(turned)
  const page = await browser.newPage()
  const inMain = () => page.getByRole('main')
  const sameTime = () => browser.clock.setFixedTime(service.now())
  await sameTime()
  return {
    browser,
    page,
    visit: async (path) => {
      await page.goto(path)
    },
    advance: async (milliseconds) => {
      service.advance(milliseconds)
      await sameTime()
    },
    fill: (label, value) => page.getByLabel(label, { exact: true }).fill(value),
    press: async (name) => {
      await Promise.all([
        page.waitForNavigation(),
        inMain().getByRole('button', { name, exact: true }).first().click(),
      ])
    },
    shoot: async (name) => {
      for (const { size, colorScheme } of looks) {
        const file = `${name}-${size}-${colorScheme}.png`
        if (order.wanted && !order.wanted.has(file)) continue
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize(sizes[size])
        // As style.css does where nothing hovers.
        await page.evaluate(
          `document.querySelectorAll('.at-desk, .drop').forEach((each) => { each.hidden = ${size === 'phone'} })`,
        )
        // The pointer may not change the page.
        await page.mouse.move(0, 0)
        const full = Number(await page.evaluate('document.documentElement.scrollHeight'))
        const height = order.wanted ? Math.min(full, shownHeight) : full
        const clip = { x: 0, y: 0, width: sizes[size].width, height }
        const picture = await page.screenshot({ fullPage: true, clip, animations: 'disabled', caret: 'hide' })
        const small = order.wanted
          ? await sharp(picture).png({ palette: true, colours: 16, dither: 0, effort: 10 }).toBuffer()
          : picture
        writeFileSync(`${order.folder}/${file}`, small)
      }
    },
    close: () => chromiumProcess.close(),
  }
}

/** Turns pages around, as Arabic or Hebrew would. */
const turned = `new MutationObserver(() => { document.documentElement.dir = 'rtl' }).observe(document, { childList: true })`

export const remove = (folder: string, file: string): void => rmSync(`${folder}/${file}`)
