import "./status";
import { App } from "./app";

new App();
