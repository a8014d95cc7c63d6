/** Legitimate clients beside the attacker, and what they notice of the attack. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.attack.measure;
