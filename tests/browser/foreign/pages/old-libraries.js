// What old libraries do to the built-ins of a page, before anything else runs: `?with=` names them.
const names = (new URLSearchParams(location.search).get('with') ?? '').split(',');

const makeArray = (iterable) => {
  if (!iterable) return [];
  if ('toArray' in Object(iterable)) return iterable.toArray();
  let length = iterable.length || 0;
  const results = new Array(length);
  while (length--) results[length] = iterable[length];
  return results;
};

const libraries = {
  /** Prototype.js 1.7: `$A`, and arrays that write themselves. */
  prototype() {
    Array.from = makeArray;
    Array.prototype.toJSON = function () {
      return `[${this.join(', ')}]`;
    };
    String.prototype.toJSON = function () {
      return `"${this}"`;
    };
    const toArray = function () {
      return makeArray(Array.prototype.slice.call(this));
    };
    Array.prototype.entries = toArray;
    Array.prototype.find = function (test, context) {
      for (let i = 0; i < this.length; i++) if (test.call(context, this[i], i)) return this[i];
      return undefined;
    };
    String.prototype.startsWith = function (pattern) {
      return this.lastIndexOf(pattern, 0) === 0;
    };
    String.prototype.endsWith = function (pattern) {
      const at = this.length - pattern.length;
      return at >= 0 && this.indexOf(pattern, at) === at;
    };
    Object.values = (object) => {
      const values = [];
      for (const key in object) values.push(object[key]);
      return values;
    };
    Object.keys = (object) => {
      const keys = [];
      for (const key in object) if (Object.hasOwn(object, key)) keys.push(key);
      return keys;
    };
  },
  /** Prototype.js 1.6: own loops in place of those of arrays. */
  prototype16() {
    libraries.prototype();
    Array.prototype.reduce = function () {
      return this.length > 1 ? this : this[0];
    };
    Array.prototype.map = function (make, context) {
      const results = [];
      for (let i = 0; i < this.length; i++) results.push(make.call(context, this[i], i));
      return results;
    };
    Array.prototype.filter = function (test, context) {
      const results = [];
      for (let i = 0; i < this.length; i++)
        if (test.call(context, this[i], i)) results.push(this[i]);
      return results;
    };
    Function.prototype.bind = function (context, ...first) {
      if (context === undefined) return this;
      return (...rest) => this.apply(context, [...first, ...rest]);
    };
  },
  /** MooTools before 1.6, and its classes of the same names. */
  mootools() {
    Array.from = (item) => {
      if (item == null) return [];
      const isList = typeof item !== 'string' && typeof item.length === 'number';
      return isList ? Array.prototype.slice.call(item) : [item];
    };
    Array.prototype.append = function (list) {
      this.push(...list);
      return this;
    };
    Array.prototype.contains = Array.prototype.includes;
    String.prototype.contains = String.prototype.includes;
    Number.from = (item) => Number.parseFloat(item);
    Function.from = (item) => (typeof item === 'function' ? item : () => item);
    String.from = (item) => `${item}`;
    window.Request = class {
      constructor(options) {
        this.options = options;
      }
      send() {}
    };
    window.Event = class {};
  },
  /** A wrapper that other scripts put around `fetch`. */
  wrapper() {
    const { fetch } = window;
    window.fetch = (...given) => fetch(...given);
  },
};
for (const name of names) libraries[name]?.();
