/** Business numbers: the periods in which numbers begin anew, and the texts that numbers are written as. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.business;
