// One plain material for everything: light is computed per vertex, not per pixel, which is faster in software
// renderers.

import { Color, DoubleSide, FrontSide, ShaderMaterial, Vector3 } from "three";

const VERTEX = /* glsl */ `
  uniform vec3 sun;
  uniform float ambient;
  uniform vec3 tint;
  varying vec3 shade;
  void main() {
    vec4 place = vec4(position, 1.0);
    vec3 facing = normal;
    vec3 paint = tint;
    #ifdef USE_COLOR
      paint *= color;
    #endif
    #ifdef USE_INSTANCING
      place = instanceMatrix * place;
      facing = mat3(instanceMatrix) * facing;
    #endif
    #ifdef USE_INSTANCING_COLOR
      paint *= instanceColor;
    #endif
    facing = normalize(mat3(modelMatrix) * facing);
    float light = ambient + (1.0 - ambient) * max(0.0, dot(facing, sun)) + 0.13 * facing.z;
    shade = paint * light;
    gl_Position = projectionMatrix * (modelViewMatrix * place);
  }
`;

const FRAGMENT = /* glsl */ `
  varying vec3 shade;
  void main() {
    gl_FragColor = vec4(shade, 1.0);
  }
`;

const PLAIN_VERTEX = /* glsl */ `
  varying vec3 shade;
  void main() {
    shade = color;
    gl_Position = projectionMatrix * (modelViewMatrix * vec4(position, 1.0));
  }
`;

const FLAT_VERTEX = /* glsl */ `
  varying vec4 paint;
  attribute vec4 rgba;
  void main() {
    vec4 place = vec4(position, 1.0);
    paint = rgba;
    #ifdef USE_INSTANCING
      place = instanceMatrix * place;
    #endif
    #ifdef USE_INSTANCING_COLOR
      paint.rgb *= instanceColor;
    #endif
    gl_Position = projectionMatrix * (modelViewMatrix * place);
  }
`;

const FLAT_FRAGMENT = /* glsl */ `
  varying vec4 paint;
  void main() {
    gl_FragColor = paint;
  }
`;

export interface SoftOptions {
  color?: number;
  ambient: number;
  vertexColors?: boolean;
}

/** Lit; coloured by `color` attributes, instances or one tint. */
export function soft({ color = 0xffffff, ambient, vertexColors = false }: SoftOptions): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    vertexColors,
    uniforms: {
      sun: { value: new Vector3(-0.35, -0.5, 0.79).normalize() },
      ambient: { value: ambient },
      tint: { value: new Color(color) },
    },
  });
}

/** Unlit and opaque, with nothing opaque behind it; coloured by `color` attributes. */
export function plain(): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: PLAIN_VERTEX,
    fragmentShader: FRAGMENT,
    vertexColors: true,
    depthWrite: false,
  });
}

/** Unlit and blended; coloured by `rgba` attributes with four numbers. */
export function flat(bothSides = false): ShaderMaterial {
  return new ShaderMaterial({
    vertexShader: FLAT_VERTEX,
    fragmentShader: FLAT_FRAGMENT,
    transparent: true,
    depthWrite: false,
    side: bothSides ? DoubleSide : FrontSide,
  });
}
