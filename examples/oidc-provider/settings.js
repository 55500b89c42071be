/** The origin of the product's pages. */
export const baseURL = process.env.BASE_URL ?? `http://localhost:${process.env.PORT ?? 3000}`
