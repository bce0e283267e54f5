#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises'
import { runProgram } from './program.ts'

process.exitCode = await runProgram(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  isTerminal: process.stdout.isTTY,
  now: Date.now,
  sleep: (ms) => sleep(ms),
})
