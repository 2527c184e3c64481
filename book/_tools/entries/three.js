export {
  BackSide, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DirectionalLight,
  DoubleSide, Float32BufferAttribute, FrontSide, Group, HemisphereLight, Matrix4, Mesh,
  MeshBasicMaterial, MeshStandardMaterial, PerspectiveCamera, Plane, Quaternion,
  Raycaster, Scene, Sphere, SphereGeometry, Vector2, Vector3, WebGLRenderer,
} from "three";
export { Line2 } from "three/examples/jsm/lines/Line2.js";
export { LineGeometry } from "three/examples/jsm/lines/LineGeometry.js";
export { LineMaterial } from "three/examples/jsm/lines/LineMaterial.js";
export { toCreasedNormals } from "three/examples/jsm/utils/BufferGeometryUtils.js";
