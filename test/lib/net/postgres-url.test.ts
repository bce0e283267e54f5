import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serversOf } from '../../../src/lib/net/postgres-url.ts'

test('one server is one URL, unchanged', () => {
  for (const url of [
    'postgres://norn@db.example/norn',
    'postgresql://norn:p%40ss@db.example:5433/norn?sslmode=require',
    'postgres://[2001:db8::1]:5432/norn',
    'postgres:///norn?host=/run/postgresql',
  ]) {
    assert.deepEqual(serversOf(url), [url])
  }
})

test('several servers share user, database and parameters', () => {
  assert.deepEqual(serversOf('postgresql://norn:secret@a:1,b:2,[::1]:3/norn?sslmode=require'), [
    'postgresql://norn:secret@a:1/norn?sslmode=require',
    'postgresql://norn:secret@b:2/norn?sslmode=require',
    'postgresql://norn:secret@[::1]:3/norn?sslmode=require',
  ])
})

test('a comma in the password or the parameters does not separate servers', () => {
  const url = 'postgres://norn:a,b@db.example/norn?options=x,y'
  assert.deepEqual(serversOf(url), [url])
})

test('anything else is not a PostgreSQL URL', () => {
  for (const text of [
    '',
    'sqlite:norn.sqlite',
    'mysql://a/norn',
    'postgres:norn',
    'postgres:/a/norn',
    'xpostgres://a/norn',
    'postgres://a:port/norn',
    'postgres://a:1,b:99999/norn',
  ]) {
    assert.equal(serversOf(text), undefined, text)
  }
})
