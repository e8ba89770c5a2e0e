/// What the report does: a grid of comparisons, and one of them at a time in several views.
enum ReportScript {
  static let text = #"""
    'use strict';
    const report = JSON.parse(document.getElementById('data').textContent);
    const app = document.getElementById('app');
    const words = { different: 'Different', missing: 'Missing', failed: 'Could not compare',
      recorded: 'Recorded', unused: 'Not used', same: 'Same' };
    const order = Object.keys(words);
    report.entries.forEach((entry, index) => { entry.index = index; });
    report.entries.sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status)
      || a.index - b.index);
    const state = { filter: report.entries.some(e => e.status !== 'same') ? 'open' : 'all',
      find: '', open: null, page: 0, mode: 'two', zoom: 0, split: .5, blend: .5, flip: false,
      boxes: true, hot: -1, blink: 0 };

    function make(tag, facts, ...children) {
      const node = document.createElement(tag);
      for (const [key, value] of Object.entries(facts || {})) {
        if (value === undefined || value === null || value === false) continue;
        if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
        else if (key === 'style') Object.assign(node.style, value);
        else if (key === 'tone') node.style.setProperty('--tone', `var(--${value})`);
        else node.setAttribute(key, value === true ? '' : value);
      }
      node.append(...children.flat().filter(child => child !== null && child !== undefined));
      return node;
    }
    const pill = (status, ...more) =>
      make('span', { class: 'pill', tone: status }, words[status], ...more);
    const key = entry => (entry.group ? entry.group + '/' : '') + entry.name;
    function shown() {
      const find = state.find.toLowerCase();
      return report.entries.filter(entry =>
        (state.filter === 'all' || entry.status === state.filter
          || (state.filter === 'open' && entry.status !== 'same'))
        && (!find || (entry.group + ' ' + entry.name + ' ' + entry.summary + ' '
          + (entry.causes || []).join(' ')).toLowerCase().includes(find)));
    }

    // ---- The grid ----
    const themeButton = () => make('button', { title: 'Light or dark (D)',
      'aria-label': 'Light or dark', onclick: () => theme() }, '◐');
    function theme() {
      const root = document.documentElement;
      const isDark = root.dataset.theme ? root.dataset.theme === 'dark'
        : matchMedia('(prefers-color-scheme: dark)').matches;
      root.dataset.theme = isDark ? 'light' : 'dark';
    }
    function drawGrid() {
      const count = report.counts;
      const open = report.entries.length - (count.same || 0);
      const filters = [['open', `To look at`, open], ['all', 'All', report.entries.length]]
        .concat(order.filter(s => count[s]).map(s => [s, words[s], count[s]]));
      const grid = make('main', { class: 'grid' });
      const search = make('input', { type: 'search', placeholder: 'Find a name or a node  /',
        'aria-label': 'Find', value: state.find,
        oninput: event => { state.find = event.target.value; fill(); } });
      const buttons = filters.map(([key, word, number]) => make('button', {
        'aria-pressed': String(state.filter === key), 'data-key': key,
        onclick: () => { state.filter = key; fill(); } },
        words[key] ? make('span', { class: 'pill', tone: key }, word + ' ') : word + ' ',
        make('b', {}, ' ' + number)));
      function fill() {
        buttons.forEach(b => b.setAttribute('aria-pressed',
          String(b.dataset.key === state.filter)));
        const list = shown();
        grid.className = list.length ? 'grid' : '';
        grid.replaceChildren(...(list.length ? list.map(tile) : [make('div', { class: 'empty' },
          make('b', {}, open ? 'Nothing here' : 'Everything is the same'),
          open ? 'No comparison has this status and these words.'
            : `${report.entries.length} comparisons, none different.`)]));
      }
      app.replaceChildren(make('header', {}, make('h1', {}, report.title),
        make('div', { class: 'filters' }, buttons), make('span', { class: 'spring' }), search,
        themeButton()), grid, make('div', { class: 'keys' }, keys('grid')));
      fill();
      document.title = (open ? `(${open}) ` : '') + report.title;
    }
    function tile(entry) {
      const page = (entry.pages || []).find(p => !p.isSame) || (entry.pages || [])[0];
      const picture = page ? page.difference || page.candidate || page.reference : entry.picture;
      return make('button', { class: 'tile', tone: entry.status, 'data-name': key(entry),
        onclick: () => open(entry) },
        make('div', { class: 'shot' }, picture ? make('img', { src: picture, alt: '' })
          : entry.lines || entry.preview ? make('pre', {}, entry.lines || entry.preview)
          : make('span', { class: 'ending' }, entry.name.split('.').pop().toUpperCase())),
        make('div', { class: 'words' }, pill(entry.status),
          make('h2', {}, entry.name), make('p', {}, (entry.causes || [])[0] || entry.summary.split('\n')[0])));
    }
    function keys(where) {
      const list = where === 'grid'
        ? [['/', 'find'], ['←↑→↓', 'choose'], ['Enter', 'open'], ['D', 'light or dark']]
        : [['1–6', 'view'], ['←→', 'next'], ['⇧←→', 'slider'], ['+ − 0', 'zoom'],
          ['Space', 'flip'], ['B', 'boxes'], ['A', 'copy the command'], ['Esc', 'back']];
      return list.flatMap(([key, word]) => [make('kbd', {}, key), ` ${word}   `]);
    }

    // ---- One comparison ----
    const modes = [['two', 'Two-up'], ['slide', 'Slider'], ['blend', 'Blend'],
      ['toggle', 'Toggle'], ['mark', 'Difference'], ['loud', 'Amplified']];
    const images = new Map();
    function load(uri) {
      if (!uri) return Promise.resolve(null);
      if (!images.has(uri)) images.set(uri, new Promise(done => {
        const image = new Image();
        image.onload = () => done(image); image.onerror = () => done(null); image.src = uri;
      }));
      return images.get(uri);
    }
    let data = null;
    async function open(entry, page) {
      Object.assign(state, { open: entry, hot: -1, zoom: 0, flip: false });
      clearInterval(state.blink); state.blink = 0;
      const pages = entry.pages || [];
      state.page = page ?? Math.max(pages.findIndex(p => !p.isSame), 0);
      const shown = pages[state.page] || (entry.picture ? { candidate: entry.picture,
        regions: [] } : null);
      data = { page: shown };
      if (shown) {
        const [reference, candidate, difference] = await Promise.all(
          [shown.reference, shown.candidate, shown.difference].map(load));
        Object.assign(data, { reference, candidate, difference });
        data.width = Math.max(reference?.naturalWidth || 0, candidate?.naturalWidth || 0);
        data.height = Math.max(reference?.naturalHeight || 0, candidate?.naturalHeight || 0);
        data.before = pixels(reference); data.after = pixels(candidate);
        if (!(reference && candidate) && state.mode !== 'two') state.mode = 'two';
      }
      history.replaceState(null, '', '#' + encodeURIComponent(key(entry)));
      drawDetail();
    }
    function pixels(image) {
      if (!image) return null;
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, canvas.width, canvas.height);
    }
    function loud() {
      const canvas = document.createElement('canvas');
      canvas.width = data.width; canvas.height = data.height;
      const context = canvas.getContext('2d'), out = context.createImageData(data.width,
        data.height);
      for (let y = 0; y < data.height; y++) for (let x = 0; x < data.width; x++) {
        const a = at(data.before, x, y), b = at(data.after, x, y), o = (y * data.width + x) * 4;
        for (let c = 0; c < 3; c++) {
          const one = a ? a[c] * a[3] / 255 + 255 - a[3] : 0;
          const two = b ? b[c] * b[3] / 255 + 255 - b[3] : 0;
          out.data[o + c] = Math.min(Math.abs(one - two) * 8, 255);
        }
        out.data[o + 3] = 255;
      }
      context.putImageData(out, 0, 0);
      return canvas;
    }
    function at(image, x, y) {
      if (!image || x < 0 || y < 0 || x >= image.width || y >= image.height) return null;
      const o = (y * image.width + x) * 4;
      return [...image.data.slice(o, o + 4)];
    }
    const hex = color => color ? '#' + color.slice(0, color[3] === 255 ? 3 : 4)
      .map(v => v.toString(16).padStart(2, '0')).join('') : '–';

    function drawDetail() {
      const entry = state.open, page = data.page;
      const list = shown().includes(entry) ? shown() : report.entries;
      const place = list.indexOf(entry);
      const go = step => open(list[(place + step + list.length) % list.length]);
      drawDetail.go = go;
      const canCompare = data.reference && data.candidate;
      const stage = make('div', { class: 'stage' });
      const readout = make('span', { class: 'readout number' });
      const zoomText = make('button', { title: 'Fit (0)', onclick: () => zoom(0) });
      const tools = page ? make('div', { class: 'tools' },
        canCompare ? make('div', { class: 'segments' }, modes.map(([key, word], index) =>
          make('button', { 'aria-pressed': String(state.mode === key), 'data-mode': key,
            title: `${word} (${index + 1})`, onclick: () => setMode(key) }, word))) : null,
        make('div', { class: 'segments' },
          make('button', { title: 'Smaller (−)', onclick: () => zoom(-1) }, '−'), zoomText,
          make('button', { title: 'Larger (+)', onclick: () => zoom(1) }, '+')),
        page.regions.length ? make('button', { title: 'Boxes around changes (B)', id: 'boxes',
          'aria-pressed': String(state.boxes), onclick: toggleBoxes }, 'Boxes') : null,
        (entry.pages || []).length > 1 ? make('select', { 'aria-label': 'Page',
          onchange: event => open(entry, +event.target.value) }, entry.pages.map((p, index) =>
            make('option', { value: index, selected: index === state.page },
              p.name + (p.isSame ? '' : ' •')))) : null,
        make('span', { id: 'extra' })) : null;

      app.replaceChildren(make('div', { class: 'detail' },
        make('header', {}, make('button', { onclick: close, title: 'Back (Esc)' }, '← All'),
          make('h1', {}, entry.name), pill(entry.status),
          make('small', {}, entry.group), make('span', { class: 'spring' }),
          make('small', {}, `${place + 1} of ${list.length}`),
          make('div', { class: 'segments' },
            make('button', { title: 'Previous (←)', onclick: () => go(-1) }, '‹'),
            make('button', { title: 'Next (→)', onclick: () => go(1) }, '›')), themeButton()),
        make('div', { class: 'work' }, tools,
          page ? make('div', { class: 'board' }, stage, readout) : null,
          entry.lines ? lines(entry.lines, !!page) : page ? null
            : entry.preview ? lines(entry.preview)
            : make('div', { class: 'empty' }, 'There is no picture of it.')),
        side(entry)));
      document.title = entry.name + ' – ' + report.title;

      function scale() {
        if (state.zoom) return state.zoom;
        const panes = state.mode === 'two' && data.reference && data.candidate ? 2 : 1;
        const fit = Math.min((stage.clientWidth / panes - 48) / data.width,
          (stage.clientHeight - 64) / data.height);
        // Whole steps keep pixels square.
        return fit >= 1 ? Math.max(Math.floor(fit), 1) : Math.max(fit, .02);
      }
      function zoom(step, place) {
        const steps = [.1, .25, .5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
        if (!step) state.zoom = 0;
        else {
          const now = scale();
          state.zoom = step > 0 ? steps.find(s => s > now + .001) || 48
            : [...steps].reverse().find(s => s < now - .001) || .1;
        }
        paint(place);
      }
      function setMode(mode) {
        state.mode = mode; clearInterval(state.blink); state.blink = 0;
        app.querySelectorAll('[data-mode]').forEach(b =>
          b.setAttribute('aria-pressed', String(b.dataset.mode === mode)));
        paint();
      }
      // What is at a place of the pane, or in its middle, stays there when the size changes.
      function paint(place) {
        if (!page) return;
        const old = stage.querySelector('.pane');
        const s = scale(), ratio = s / (paint.scale || s);
        paint.scale = s;
        const keep = (start, size, at = size / 2) => (start + at) * ratio - at;
        const at = old ? [keep(old.scrollLeft, old.clientWidth, place?.x),
          keep(old.scrollTop, old.clientHeight, place?.y)] : null;
        const extra = document.getElementById('extra');
        stage.dataset.zoom = s < 1 ? 'small' : 'large';
        zoomText.textContent = Math.round(s * 100) + ' %';
        extra.replaceChildren();
        const sheet = (...layers) => make('div', { class: 'sheet', style: {
          width: data.width * s + 'px', height: data.height * s + 'px' } }, layers, boxes(s),
          make('div', { class: 'cursor' }));
        const picture = (image, facts) => {
          const copy = image.cloneNode ? image.cloneNode() : image;
          const isCanvas = image instanceof HTMLCanvasElement;
          const layer = isCanvas ? image : copy;
          layer.style.width = (isCanvas ? image.width : image.naturalWidth) * s + 'px';
          layer.style.height = (isCanvas ? image.height : image.naturalHeight) * s + 'px';
          Object.assign(layer.style, { background: isCanvas ? '' : '#fff', ...facts });
          return layer;
        };
        const pane = (name, content) => make('div', { class: 'pane' },
          make('div', { class: 'name' }, make('span', {}, name)), content);
        let panes = [];
        drawDetail.slide = null;
        const { reference, candidate } = data;
        if (!canCompare) {
          if (reference) panes.push(pane('Reference', sheet(picture(reference))));
          if (candidate) panes.push(pane(entry.pictureTitle || 'Candidate',
            sheet(picture(candidate))));
        } else if (state.mode === 'two') {
          panes = [pane('Reference', sheet(picture(reference))),
            pane('Candidate', sheet(picture(candidate)))];
        } else if (state.mode === 'slide') {
          const top = picture(candidate), line = make('div', { class: 'divider' });
          const board = sheet(picture(reference), top, line);
          const set = share => { state.split = Math.min(Math.max(share, 0), 1);
            top.style.clipPath = `inset(0 0 0 ${state.split * data.width * s}px)`;
            line.style.left = state.split * 100 + '%'; };
          set(state.split);
          drawDetail.slide = step => set(state.split + step);
          const drag = event => { const box = board.getBoundingClientRect();
            set((event.clientX - box.left) / box.width); };
          board.addEventListener('pointerdown', event => { event.preventDefault();
            board.setPointerCapture(event.pointerId); drag(event); });
          board.addEventListener('pointermove', event => { if (event.buttons) drag(event); });
          panes = [pane('Reference | candidate', board)];
        } else if (state.mode === 'blend') {
          const top = picture(candidate, { opacity: state.blend });
          const range = make('input', { type: 'range', min: 0, max: 100, 'aria-label': 'Blend',
            value: state.blend * 100, oninput: event => set(event.target.value / 100) });
          const set = share => { state.blend = Math.min(Math.max(share, 0), 1);
            top.style.opacity = state.blend; range.value = state.blend * 100; };
          drawDetail.slide = step => set(state.blend + step);
          extra.append(make('label', {}, 'Reference', range, 'Candidate'));
          panes = [pane('Blend', sheet(picture(reference), top))];
        } else if (state.mode === 'toggle') {
          extra.append(make('button', { onclick: flip }, 'Flip'), ' ', make('button', {
            'aria-pressed': String(!!state.blink), onclick: blink }, 'Blink'));
          panes = [pane(state.flip ? 'Candidate' : 'Reference',
            sheet(picture(state.flip ? candidate : reference)))];
        } else if (state.mode === 'mark') {
          panes = [pane('Red: darker · blue: lighter · yellow: excused',
            sheet(picture(data.difference || loud())))];
        } else {
          panes = [pane('Difference × 8', sheet(picture(data.loud ||= loud())))];
        }
        stage.replaceChildren(...panes);
        if (at) panes.forEach(p => { [p.scrollLeft, p.scrollTop] = at; });
        panes.forEach(p => p.addEventListener('scroll', () => panes.forEach(q => {
          if (q !== p) { q.scrollLeft = p.scrollLeft; q.scrollTop = p.scrollTop; } })));
        stage.querySelectorAll('.sheet').forEach((board, _, boards) => {
          board.addEventListener('pointermove', event => {
            const box = board.getBoundingClientRect();
            const x = event.clientX - box.left, y = event.clientY - box.top;
            boards.forEach(other => { const dot = other.querySelector('.cursor');
              dot.style.display = other === board ? 'none' : 'block';
              dot.style.left = x + 'px'; dot.style.top = y + 'px'; });
            tell(Math.floor(x / s), Math.floor(y / s));
          });
          board.addEventListener('pointerleave', () => { readout.replaceChildren();
            boards.forEach(o => { o.querySelector('.cursor').style.display = 'none'; }); });
          board.addEventListener('wheel', event => { if (!event.ctrlKey) return;
            event.preventDefault();
            const pane = board.closest('.pane').getBoundingClientRect();
            zoom(event.deltaY < 0 ? 1 : -1, { x: event.clientX - pane.left,
              y: event.clientY - pane.top }); }, { passive: false });
        });
      }
      function tell(x, y) {
        const a = at(data.before, x, y), b = at(data.after, x, y);
        const swatch = color => make('span', { class: 'swatch',
          style: { background: color ? hex(color) : 'none' } });
        readout.replaceChildren(`${x},${y}`, ...(data.reference && data.candidate
          ? [swatch(a), hex(a), make('span', {}, '→'), swatch(b), hex(b)] : [swatch(a || b), hex(a || b)]));
      }
      function boxes(s) {
        if (!state.boxes) return [];
        return page.regions.map((region, index) => make('div', { 'data-box': index,
          class: 'region' + (index === state.hot ? ' hot' : ''), style: {
            left: region.x * s + 'px', top: region.y * s + 'px', width: region.width * s + 'px',
            height: region.height * s + 'px' } }, make('i', {}, String(index + 1))));
      }
      function flip() { state.flip = !state.flip; paint(); }
      function blink() {
        if (state.blink) { clearInterval(state.blink); state.blink = 0; paint(); return; }
        state.blink = setInterval(flip, 600); paint();
      }
      function side(entry) {
        const n = page && page.changedPixels !== undefined ? page : null;
        const rows = n ? [['Changed', `${n.changedPixels} px`],
          ['Share', `${+(n.changedShare * 100).toPrecision(4)} %`],
          ['Largest ΔE', n.largestDeltaE], ['Density in 16 × 16', n.largestDensity],
          n.excusedPixels ? ['Excused', `${n.excusedPixels} px`] : null,
          n.shift ? ['Shifted', `(${n.shift.join(', ')})`] : null,
          ['Size', `${data.width} × ${data.height} px`]].filter(Boolean) : [];
        return make('aside', {},
          (entry.notices || []).map(text => make('p', { class: 'notice' }, text)),
          entry.summary.split('\n').map((line, index) =>
            make('p', { class: index ? 'hint' : 'lead' }, line.trim())),
          (entry.causes || []).length ? [make('h3', {}, 'What changed in the layout'),
            make('ul', {}, entry.causes.map(text => make('li', {}, text)))] : null,
          page && page.regions.length ? [make('h3', {}, 'Where'),
            make('div', { class: 'areas' }, page.regions.map((region, index) =>
              make('button', { onmouseenter: () => heat(index), onmouseleave: () => heat(-1),
                onfocus: () => heat(index), onclick: () => look(region) },
                `${index + 1}  ` + (region.nodes.join(', ') || 'Region'),
                make('small', {}, `${region.changedPixels} px at ${region.x},${region.y}, `
                  + `${region.width} × ${region.height}`
                  + (region.shift ? `, shifted (${region.shift.join(', ')})` : '')))))] : null,
          rows.length ? [make('h3', {}, 'Numbers'), make('table', {}, rows.map(([word, value]) =>
            make('tr', {}, make('td', {}, word), make('td', { class: 'number' },
              String(value)))))] : null,
          entry.acceptance ? [make('h3', {}, 'Tolerance'), entry.acceptingTolerance
            ? [make('p', {}, 'It would be accepted by'),
              make('pre', { class: 'command' }, entry.acceptingTolerance)]
            : make('p', {}, entry.acceptance)] : null,
          entry.accept ? [make('h3', {}, 'Accept'),
            make('pre', { class: 'command' }, entry.accept),
            make('button', { class: 'copy', id: 'copy', onclick: copy }, 'Copy the command')]
            : null,
          entry.place ? [make('h3', {}, 'Asked for at'),
            make('p', {}, make('code', {}, entry.place))] : null,
          make('h3', {}, 'Keys'), make('p', { style: { color: 'var(--soft)' } }, keys('detail')));
      }
      function heat(index) {
        state.hot = index;
        stage.querySelectorAll('.region').forEach(box =>
          box.classList.toggle('hot', +box.dataset.box === index));
      }
      function look(region) {
        const s = scale();
        stage.querySelectorAll('.pane').forEach(p => p.scrollTo({
          left: (region.x + region.width / 2) * s - p.clientWidth / 2,
          top: (region.y + region.height / 2) * s - p.clientHeight / 2, behavior: 'smooth' }));
      }
      function copy() {
        const button = document.getElementById('copy');
        if (!button) return;
        const done = () => { button.textContent = 'Copied';
          setTimeout(() => { button.textContent = 'Copy the command'; }, 1500); };
        const area = make('textarea', { style: { position: 'fixed', opacity: 0 } });
        area.value = entry.accept; document.body.append(area); area.select();
        document.execCommand('copy'); area.remove(); done();
      }
      function toggleBoxes() {
        state.boxes = !state.boxes;
        document.getElementById('boxes')?.setAttribute('aria-pressed', String(state.boxes));
        paint();
      }
      Object.assign(drawDetail, { zoom, setMode, flip, copy, toggleBoxes, paint });
      paint();
    }
    function lines(text, isBelow) {
      return make('pre', { class: 'lines' + (isBelow ? ' below' : '') }, text.split('\n').map(line => make('span', {
        class: line.startsWith('−') ? 'gone' : line.startsWith('+') ? 'came' : '' },
        line || ' ')));
    }
    // The tile beside, above or below that which has the focus.
    function choose(event) {
      const tiles = [...document.querySelectorAll('.tile')];
      if (!tiles.length) return;
      event.preventDefault();
      const columns = tiles.filter(t => t.offsetTop === tiles[0].offsetTop).length;
      const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
      const place = tiles.indexOf(document.activeElement);
      tiles[place < 0 ? 0 : Math.min(Math.max(place + step, 0), tiles.length - 1)].focus();
    }
    function close() {
      clearInterval(state.blink); state.blink = 0;
      const name = state.open && key(state.open); state.open = null;
      history.replaceState(null, '', '#'); drawGrid();
      [...document.querySelectorAll('.tile')].find(t => t.dataset.name === name)?.focus();
    }
    addEventListener('keydown', event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (event.key === 'Escape') { if (state.open) close(); else event.target.blur?.(); return; }
      if (typing) return;
      const pressed = event.key.toLowerCase();
      if (pressed === 'd') return theme();
      if (!state.open) {
        if (pressed === '/') { event.preventDefault();
          document.querySelector('input[type=search]')?.focus(); }
        else if (pressed.startsWith('arrow')) choose(event);
        return;
      }
      const index = '123456'.indexOf(pressed);
      const arrow = { arrowright: 1, arrowleft: -1 }[pressed];
      if (index >= 0 && data.reference && data.candidate) drawDetail.setMode(modes[index][0]);
      else if (arrow && event.shiftKey) drawDetail.slide?.(arrow * .02);
      else if (arrow) drawDetail.go(arrow);
      else if (pressed === 'j') drawDetail.go(1);
      else if (pressed === 'k') drawDetail.go(-1);
      else if (pressed === '+' || pressed === '=') drawDetail.zoom(1);
      else if (pressed === '-') drawDetail.zoom(-1);
      else if (pressed === '0') drawDetail.zoom(0);
      else if (pressed === ' ' && data.reference && data.candidate
        && event.target.tagName !== 'BUTTON') {
        event.preventDefault();
        if (state.mode !== 'toggle') drawDetail.setMode('toggle'); drawDetail.flip();
      } else if (pressed === 'b') drawDetail.toggleBoxes();
      else if (pressed === 'a') drawDetail.copy();
    });
    addEventListener('resize', () => { if (state.open && !state.zoom) drawDetail.paint(); });
    function start() {
      const [name, mode] = decodeURIComponent(location.hash.slice(1)).split('~');
      const entry = name && report.entries.find(e => key(e) === name || e.name === name);
      if (modes.some(m => m[0] === mode)) state.mode = mode;
      if (entry) open(entry); else drawGrid();
    }
    start();
    """#
}
