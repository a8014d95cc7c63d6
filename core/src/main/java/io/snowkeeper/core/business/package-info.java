/** Business numbers: the periods in which numbers begin anew. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.business;
