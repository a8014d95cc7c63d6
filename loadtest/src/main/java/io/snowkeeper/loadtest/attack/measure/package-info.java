/** Legitimate clients beside the attacker, and the attack's effects on them. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.attack.measure;
