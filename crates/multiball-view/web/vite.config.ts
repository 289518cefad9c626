import { defineConfig } from "vite";

// `npm run dev` shows changes at once, while a program serves the data on its usual port.
const program = "http://127.0.0.1:7117";

// Names without a hash: the program lists the files of the page by name.
const names = { entryFileNames: "assets/[name].js", assetFileNames: "assets/[name][extname]", codeSplitting: false };

export default defineConfig({
  base: "/",
  build: {
    target: "es2022",
    chunkSizeWarningLimit: 1000,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: names },
  },
  server: { proxy: { "/api": { target: program, ws: true, changeOrigin: true, headers: { origin: program } } } },
});
