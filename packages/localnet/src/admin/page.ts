/** The admin page: one form for each test command, and the network's answers. */
export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>localnet</title>
<style>
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
  body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
  h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end }
  label { display: grid; font-size: .85rem } input, select, button { font: inherit; padding: .2rem .4rem }
  input[type=number] { width: 8rem } table { border-collapse: collapse; font-size: .85rem }
  td { padding: .1rem .8rem .1rem 0 } code { overflow-wrap: anywhere } #said { min-height: 1.5rem }
</style>
<h1>localnet</h1>
<table id="status"></table>
<p id="said" role="status"></p>
<h2>Clock</h2>
<form data-path="/clock">
  <label>Move ahead by <input name="amount" type="number" value="1" required></label>
  <label>Unit <select name="unit"><option value="1000">seconds</option><option value="60000">minutes</option>
    <option value="3600000">hours</option><option value="86400000" selected>days</option></select></label>
  <button>Move</button>
</form>
<h2>Snapshots</h2>
<form data-path="/snapshots"><button>Take one</button></form>
<form data-path="/restore"><label>Number <input name="snapshot" type="number" min="0" value="0" required></label>
  <button>Restore</button></form>
<h2>Faults</h2>
<form data-path="/faults">
  <label>The next <input name="calls" type="number" min="0" value="1" required></label>
  <label>calls of <select name="on"><option>transactions</option><option>queries</option><option>mirror</option></select></label>
  <label>are <select name="kind"><option>busy</option><option>unreachable</option><option>slow</option><option>lost</option></select></label>
  <label>Delay (ms, slow) <input name="delayMs" type="number" min="0" value="1000"></label>
  <button>Set</button>
</form>
<h2>Accounts</h2>
<p>Their private keys are public: never use them elsewhere.</p>
<table id="accounts"></table>
<script>
  const rows = (id, list) => document.getElementById(id).replaceChildren(...list.map((cells) => {
    const row = document.createElement('tr')
    for (const text of cells) { const cell = row.insertCell(); const code = document.createElement('code'); code.textContent = text; cell.append(code) }
    return row
  }))
  const refresh = async () => {
    const status = await (await fetch('/status')).json()
    rows('status', Object.entries(status).filter(([name]) => name !== 'accounts'))
    rows('accounts', status.accounts.map(({ id, keyType, privateKey }) => [id, keyType, privateKey]))
  }
  const bodies = {
    '/clock': (data) => ({ ms: data.amount * data.unit }),
    '/snapshots': () => ({}),
    '/restore': (data) => ({ snapshot: +data.snapshot }),
    '/faults': (data) => ({ ...data, calls: +data.calls, delayMs: +data.delayMs }),
  }
  for (const form of document.forms) form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const path = form.dataset.path
    const body = JSON.stringify(bodies[path](Object.fromEntries(new FormData(form))))
    const answer = await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const json = await answer.json()
    document.getElementById('said').textContent = json.message ?? (json.snapshot === undefined ? 'Done' : 'Snapshot ' + json.snapshot)
    await refresh()
  })
  refresh()
</script>
</html>
`
