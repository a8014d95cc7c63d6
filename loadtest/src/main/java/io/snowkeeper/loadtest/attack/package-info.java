/**
 * Clients that attack, and the effects on the innocent clients beside them. The attacker and the node are processes of
 * their own; the innocents are threads of this one.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.attack;
