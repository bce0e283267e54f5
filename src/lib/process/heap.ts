import { setFlagsFromString } from 'node:v8'

/**
 * Limits the growth of the old generation between collections to one half. By default V8 lets it grow fourfold on a
 * machine with much memory, and keeps the pages that are empty afterwards.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=50')
}

/**
 * Keeps the young generation as small as it is now, until `letYoungGenerationGrow`. It grows with what survives, and
 * most of what is made while a program loads its code does; under requests, its size saves much time.
 */
export function holdYoungGeneration(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Lets the young generation grow again, as by default, up to the limit of the command line. */
export function letYoungGenerationGrow(): void {
  setFlagsFromString('--semi-space-growth-factor=2')
}
