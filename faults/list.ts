import type { Fault } from './fault.ts'
import { oauth, web, wire } from './front.ts'
import { lib, model } from './lib-and-model.ts'
import { cli, jobs, mail } from './operators.ts'
import { domain, parts } from './parts-and-domain.ts'
import { engines, storage } from './storage.ts'

/** By the layer whose rule it is. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  lib,
  model,
  storage,
  engines,
  parts,
  domain,
  wire,
  oauth,
  web,
  cli,
  jobs,
  mail,
}
