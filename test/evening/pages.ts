// The commands of the documents, word for word.
import { readFileSync } from 'node:fs'

interface Block {
  readonly heading: string
  readonly text: string
}

/**
 * The commands to run from one document. Each block of shell commands is either requested, or omitted with a
 * reason.
 */
export class Page {
  readonly #path: string
  readonly #text: string
  readonly #blocks: readonly Block[]
  readonly #seen = new Set<Block>()

  /** `path` from the root of the repository. */
  constructor(path: string) {
    this.#path = path
    this.#text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    this.#blocks = this.#text.split(/^(?=##+ )/m).flatMap((section) => {
      const heading = /^##+ (.*)/.exec(section)?.[1] ?? ''
      return [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, text = '']) => ({ heading, text }))
    })
  }

  /** The first block below the heading that contains this text. */
  block(heading: string, part = ''): string {
    const found = this.#blocks.find((block) => block.heading === heading && block.text.includes(part))
    if (!found) throw new Error(`${this.#path} has no such commands below "${heading}": ${part}`)
    this.#seen.add(found)
    return found.text
  }

  /** All of them, in their order. */
  all(): string[] {
    for (const block of this.#blocks) this.#seen.add(block)
    return this.#blocks.map(({ text }) => text)
  }

  /** A command within a sentence. */
  inline(command: string): string {
    if (this.#text.includes(`\`${command}\``)) return command
    throw new Error(`${this.#path} has no \`${command}\``)
  }

  /** The blocks that were not requested. */
  unseen(): string[] {
    return this.#blocks
      .filter((block) => !this.#seen.has(block))
      .map(({ heading, text }) => `${heading}: ${text}`)
  }
}
