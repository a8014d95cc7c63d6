/** A fleet on this machine, run by deploy/fleet. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.fleet;
