import { crash } from './crash.ts'
import type { Fault } from './fault.ts'
import { oauth, web, wire } from './front.ts'
import { lib, model, texts } from './lib-and-model.ts'
import { libraryFaults as library } from './library.ts'
import { moderationFaults as moderation } from './moderation.ts'
import { cli, jobs, mail, updates } from './operators.ts'
import { starve } from './starve.ts'
import { domain, state } from './state-and-domain.ts'
import { engines, storage } from './storage.ts'
import { widgetFaults as widget } from './widget.ts'

/** By the layer of the rule. */
export const faults: Readonly<Record<string, readonly Fault[]>> = {
  lib,
  texts,
  model,
  storage,
  engines,
  state,
  domain,
  moderation,
  library,
  widget,
  wire,
  oauth,
  web,
  cli,
  jobs,
  mail,
  updates,
  crash,
  starve,
}
