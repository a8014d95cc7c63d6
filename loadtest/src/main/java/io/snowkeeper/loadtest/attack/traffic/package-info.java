/** The attacks that are known, and the process that carries them out. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.attack.traffic;
