/**
 * What the doctor installs in each document before its scripts run. It only listens. A function
 * that runs in the page is sent there as text, so it uses nothing from outside of itself, except
 * this probe.
 */
import type { Control, FaintText, FieldFacts, Markup, Violation } from './facts.ts'

/** What the probe has noted, and how it looks at the page. */
interface Probe {
  violations: Violation[]
  /** When the first widget was there, in ms since the page began. */
  mountedAt?: number
  /** Layout shifts: when, and how much. */
  shifts: { at: number; value: number }[]
  /** Returns all elements that match, in the document and in open shadow roots. */
  all(selector: string): Element[]
  isInWidget(element: Element): boolean
  /** Returns a short selector for people: the id, or the tag with its first classes. */
  nameOf(element: Element): string
  /** Returns the elements around one, from the inside out, through shadow roots. */
  around(element: Element): Element[]
  isVisible(element: Element): boolean
  /** Returns the controls and texts of the widgets on the first screen. */
  controls(): { element: HTMLElement; kind: Control['kind'] }[]
}

declare global {
  interface Window {
    latchkeyDoctor: Probe
  }
}

/** Installs the probe. Runs in the page. */
export function installProbe(): void {
  const around = (element: Element) => {
    const ancestors: Element[] = []
    for (
      let node: Node | null = element;
      node;
      node = node instanceof ShadowRoot ? node.host : (node as Element).assignedSlot || node.parentNode
    )
      if (node instanceof Element) ancestors.push(node)
    return ancestors
  }
  const all = (selector: string) => {
    const elements: Element[] = []
    const look = (root: Document | ShadowRoot) => {
      elements.push(...root.querySelectorAll(selector))
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) look(shadowRoot)
    }
    look(document)
    return elements
  }
  // the list of countries is transparent on purpose, above the code that it sets
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: element.localName !== 'select', visibilityProperty: true })
  }
  const nameOf = (element: Element) =>
    element.localName +
    (element.id
      ? `#${element.id}`
      : [...element.classList]
          .slice(0, 2)
          .map((name) => `.${name}`)
          .join(''))
  const probe: Probe = {
    violations: [],
    shifts: [],
    all,
    around,
    nameOf,
    isVisible,
    isInWidget: (element) => around(element).some((each) => each.matches('.lk, [data-latchkey]')),
    controls: () =>
      all('.lk :is(input, select, button, a[href], .lk-label, .lk-title)')
        // of the widget's tabs, the arrow keys reach all but the chosen one
        .filter((element) => !element.matches('[role=tab][aria-selected=false], input[type=hidden], [hidden], [hidden] *'))
        .map((element) => ({
          element: element as HTMLElement,
          kind: element.matches('input, select')
            ? 'field'
            : element.matches('button:not(.lk-link)')
              ? 'button'
              : element.matches('a, button')
                ? 'link'
                : 'text',
        })),
  }
  // not enumerable, so that a page that lists its globals does not meet it
  Object.defineProperty(window, 'latchkeyDoctor', { value: probe })

  document.addEventListener('securitypolicyviolation', (event) => {
    if (event.disposition !== 'enforce') return
    const target = event.composedPath()[0]
    const element = target instanceof Element ? target : undefined
    probe.violations.push({
      directive: event.effectiveDirective,
      blockedUri: event.blockedURI,
      source: event.sourceFile ?? '',
      sample: event.sample.split('|')[0]!,
      text: element?.textContent?.slice(0, 100_000) ?? '',
      inWidget: !!element && probe.isInWidget(element),
    })
  })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.lk, [data-latchkey]')) return
    probe.mountedAt = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-latchkey'] })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources, startTime } = entry as PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[]
      }
      const moved = sources.some(
        ({ node, previousRect, currentRect }) => node instanceof Element && !probe.isInWidget(node) && previousRect.top !== currentRect.top,
      )
      if (!hadRecentInput && moved) probe.shifts.push({ at: startTime, value })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Reads what the page's scripts and markup say. Runs in the page. */
export function readMarkup(): Markup {
  const { all, nameOf, around } = window.latchkeyDoctor
  const attributesOf = (element: Element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const hasElement = (selector: string | undefined) => {
    try {
      return !selector || document.querySelector(selector) !== null
    } catch {
      return false
    }
  }
  /**
   * The state that clients share (src/browser/pageState.ts). The name of a session is JSON:
   * version, public token, kind of project, base URL.
   */
  const registry = (window as unknown as Record<symbol, { sessions?: Map<string, unknown> } | undefined>)[Symbol.for('latchkey')]
  return {
    url: location.href,
    tags: [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
      .filter(
        ({ src, dataset }) => /\/embed\.js([?#]|$)/.test(src) || dataset.publicToken !== undefined || (dataset.element && dataset.config),
      )
      .map((script) => ({
        src: script.src,
        integrity: script.integrity,
        crossOrigin: script.crossOrigin !== null,
        data: { ...script.dataset } as Record<string, string>,
        hasElement: hasElement(script.dataset.element),
      })),
    elements: all(
      'latchkey-login, latchkey-reset-password, latchkey-passkey-registration, latchkey-second-factor, latchkey-account, latchkey-identity-provider',
    ).map((element) => ({
      tag: element.localName,
      attributes: attributesOf(element),
    })),
    links: [...document.querySelectorAll<HTMLLinkElement>('link[rel~=modulepreload], link[rel~=preload][as=script]')]
      // also those that the loader has added, with the hashes that it knows
      .filter(({ href }) => href)
      .map(({ href, integrity }) => ({ href, integrity })),
    widgets: all('.lk').map((root) => {
      const outside = around(root).slice(1)
      const mount = outside.find((element) => element.matches('[data-latchkey]')) as HTMLElement | undefined
      // a component of latchkey/react has no element of its own around the `div` with its variables
      const place = mount ? around(mount)[1] : outside[1]
      return { method: mount?.dataset.latchkey ?? 'component', selector: nameOf(place ?? root) }
    }),
    clients: [...(registry?.sessions?.keys() ?? [])].map((name) => {
      const [, publicToken, , base] = JSON.parse(name) as [number, string, unknown, string]
      return { publicToken, base }
    }),
  }
}

/** Measures the controls of the widgets. Runs in the page. */
export function measureControls(): Control[] {
  const { controls, nameOf, isVisible, isInWidget, around } = window.latchkeyDoctor
  const { scrollX, scrollY } = window
  const facts = controls().map(({ element, kind }): Control => {
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    const visible = isVisible(element)
    let hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    while (hit?.shadowRoot) {
      const inner: Element | null = hit.shadowRoot.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      if (!inner || inner === hit) break
      hit = inner
    }
    const isCovered = visible && kind !== 'text' && hit && !isInWidget(hit) && !around(element).includes(hit)
    return {
      selector: nameOf(element),
      kind,
      visible,
      left: left + window.scrollX,
      right: right + window.scrollX,
      width,
      height,
      fontSize: Number.parseFloat(getComputedStyle(element).fontSize),
      ...(isCovered && { coveredBy: nameOf(hit!) }),
    }
  })
  window.scrollTo(scrollX, scrollY)
  return facts
}

/**
 * Finds texts of the widgets with too little contrast (WCAG 2.2, 1.4.3), in the current color
 * scheme. Runs in the page.
 */
export function findFaintTexts(scheme: 'light' | 'dark'): FaintText[] {
  type Color = [red: number, green: number, blue: number, alpha: number]
  const { all, around, nameOf, isVisible } = window.latchkeyDoctor
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const read = (text: string): Color => {
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = text
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    return [red!, green!, blue!, alpha! / 255]
  }
  const over = ([red, green, blue, alpha]: Color, below: Color): Color => {
    const blend = [red, green, blue].map((value, at) => value * alpha + below[at]! * (1 - alpha)) as [number, number, number]
    return [...blend, 1]
  }
  const luminance = ([red, green, blue]: Color) => {
    const [r, g, b] = [red, green, blue].map((value) => {
      const part = value / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  /** Returns the color behind an element; undefined if there is an image. */
  const behind = (element: Element): Color | undefined => {
    const layers: Color[] = []
    for (const each of around(element)) {
      const style = getComputedStyle(each)
      if (style.backgroundImage !== 'none') return undefined
      const color = read(style.backgroundColor)
      layers.push(color)
      if (color[3] === 1) break
    }
    const page = read(getComputedStyle(document.documentElement).colorScheme.includes('dark') && scheme === 'dark' ? '#121212' : '#fff')
    return layers.reverse().reduce((below, color) => over(color, below), page)
  }
  return all('.lk *').flatMap((element) => {
    const text = [...element.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent)
      .join('')
      .trim()
    if (!text || !isVisible(element) || element.closest('[disabled], [aria-disabled=true], svg')) return []
    const style = getComputedStyle(element)
    const back = behind(element)
    if (!back) return []
    const [one, other] = [luminance(over(read(style.color), back)), luminance(back)]
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
    const size = Number.parseFloat(style.fontSize)
    const requiredRatio = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    // a tenth for colors that are blended in another color space
    return ratio >= requiredRatio - 0.1 ? [] : [{ selector: nameOf(element), text: text.slice(0, 40), ratio, requiredRatio, scheme }]
  })
}

/** Reads the fields of the first screen. Runs in the page. */
export function readFields(): FieldFacts[] {
  const { all, around, nameOf, isVisible } = window.latchkeyDoctor
  return (all('.lk input') as HTMLInputElement[]).filter(isVisible).map((field) => {
    const widget = around(field).find((element) => element.matches('[data-latchkey], .lk'))
    const form = widget && around(widget).find((element) => element.localName === 'form')
    return {
      selector: nameOf(field),
      type: field.type,
      autocomplete: field.getAttribute('autocomplete') ?? '',
      readOnly: field.readOnly,
      // also by a <fieldset> around it
      disabled: field.matches(':disabled'),
      ...(form && { hostForm: nameOf(form) }),
    }
  })
}
