/**
 * Clients that mean harm, and what the innocent clients beside them notice. The attacker and the node are processes of their
 * own; the innocents are threads of this one.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.attack;
