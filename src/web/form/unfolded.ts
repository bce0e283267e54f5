import { Html } from '../../lib/text/html.ts'

/** Returns the content with everything open that hides a part of the form into which something was typed. */
export function unfolded({ text }: Html): Html {
  const form = text.search(/<form [^>]* data-typed/)
  const end = text.indexOf('</form>', form)
  /** The ends of the names of the tags to open: those around the form, and those in it. */
  const folds: number[] = []
  for (const { 0: tag, index } of text.slice(0, form < 0 ? 0 : end).matchAll(/<\/?details\b/g)) {
    if (tag === '<details') folds.push(index + tag.length)
    else if (index < form) folds.pop()
  }
  const isOpen = (at: number) => /^[^>]* open\b/.test(text.slice(at, text.indexOf('>', at)))
  return new Html(
    folds
      .filter((at) => !isOpen(at))
      .reduceRight((opened, at) => `${opened.slice(0, at)} open${opened.slice(at)}`, text),
  )
}
