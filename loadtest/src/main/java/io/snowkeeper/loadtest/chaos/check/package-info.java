/** Checks of all that a fleet handed out: one class for each property, none of which trusts the fleet. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.check;
